import { ManualClock } from '@app/operations';
import { waitForAnswers } from '../../../libs/upstream/testing/wait-for-answers';
import { PoolOfNodes, TABLE_ROWS } from './support/pool-of-nodes';

const INFO = '/v1/chain/get_info';
const READS = 40;
const PATIENT = { deadlinesMs: { table: 90_000 } };

describe('settings of a node', () => {
  let pool: PoolOfNodes;
  beforeEach(waitForAnswers);
  afterEach(async () => {
    jest.restoreAllMocks();
    await pool.close();
  });

  const slow = (index: number, ms: number): void => {
    pool.nodes[index]!.fault = (path, _response, answer) => {
      if (path === INFO) return false;
      setTimeout(answer, ms);
      return true;
    };
  };
  const lose = (index: number): void => {
    pool.nodes[index]!.fault = (_path, response) => {
      response.socket?.destroy();
      return true;
    };
  };

  it('a backup answers no read while another node is fit, and all of them when none is', async () => {
    pool = await PoolOfNodes.start(3, { ...PATIENT, members: [{ isBackup: true }, {}, {}] });
    await pool.client.probeNodes();
    slow(1, 10);
    slow(2, 10);
    expect(new Set(await pool.reads(READS))).toEqual(new Set(['node-2', 'node-3']));
    expect(pool.requests(0)).toBe(0);
    lose(1);
    lose(2);
    await Promise.all([pool.until(1, 'suspect'), pool.until(2, 'suspect')]);
    expect(new Set(await pool.reads(READS))).toEqual(new Set(['node-1']));
    expect(pool.status(0)).toMatchObject({ isBackup: true });
  });

  it('a node of a large weight answers most reads of two that are equally fast', async () => {
    pool = await PoolOfNodes.start(2, { ...PATIENT, members: [{ weight: 0.01 }, { weight: 100 }] });
    await pool.client.probeNodes();
    slow(0, 5);
    slow(1, 5);
    const names = await pool.reads(READS, 1);
    expect(names.filter((name) => name === 'node-2').length).toBeGreaterThan(READS * 0.9);
  });

  it('a node whose requests per second are used up rests, and serves all the same when it is the last one', async () => {
    // The clock stands still: no request is earned.
    const clock = new ManualClock(Date.parse('2026-11-22T12:00:00Z'));
    const members = [{ requestsPerSecond: 0.1 }, {}];
    pool = await PoolOfNodes.start(2, { ...PATIENT, clock, pollMs: 60_000, members });
    await pool.client.probeNodes();
    expect(pool.status(0).fitness).toEqual({
      kind: 'suspect',
      why: 'has used up its requests per second',
    });
    expect(new Set(await pool.reads(READS))).toEqual(new Set(['node-2']));
    expect(pool.requests(0)).toBe(0);
    lose(1);
    expect(new Set(await pool.reads(4))).toEqual(new Set(['node-1']));
  });

  it('a node gets its own headers with every request, and no other node does', async () => {
    pool = await PoolOfNodes.start(2, {
      members: [{ headers: { 'x-api-key': 'of one', authorization: 'Bearer one' } }, {}],
    });
    await pool.client.probeNodes();
    await pool.reads(READS);
    const [one, other] = pool.nodes.map(({ node }) => node.requests);
    expect(one!.length).toBeGreaterThan(1);
    expect(one!.filter(({ path }) => path === TABLE_ROWS).length).toBeGreaterThan(0);
    expect(one!.map(({ headers }) => [headers['x-api-key'], headers.authorization])).toEqual(
      one!.map(() => ['of one', 'Bearer one']),
    );
    expect(other!.filter(({ headers }) => 'x-api-key' in headers || 'authorization' in headers)).toEqual([]);
  });

  it('a cordoned node answers nothing and is believed nothing until it is taken back', async () => {
    pool = await PoolOfNodes.start(3);
    await pool.client.probeNodes();
    pool.client.cordon(new Set(['node-1', 'node-2']));
    expect(pool.status(0)).toMatchObject({
      isCordoned: true,
      judged: { kind: 'unfit', why: 'is cordoned by an operator' },
    });
    expect(new Set(await pool.reads(READS))).toEqual(new Set(['node-3']));
    lose(2);
    await expect(pool.read()).rejects.toThrow('node-1: is cordoned by an operator');
    pool.client.cordon(new Set());
    expect(new Set(await pool.reads(READS, 2)).has('node-3')).toBe(false);
    expect(pool.status(0).isCordoned).toBe(false);
  });
});
