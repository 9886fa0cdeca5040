import { ManualClock } from '@app/operations';
import { blockIdOf } from '../../harness/fake-node/fake-chain';
import { json } from '../../harness/fake-node/fake-node';
import { waitForAnswers } from '../../../libs/upstream/testing/wait-for-answers';
import { type PoolNode, PoolOfNodes } from './support/pool-of-nodes';

const INFO = '/v1/chain/get_info';
const READS = 60;

/** A node that follows the chain as many blocks late: it stays fit up to ten. */
const late =
  (blocks: number) =>
  (one: PoolNode): void => {
    one.fault = (path, response) => {
      if (path !== INFO) return false;
      const info = one.view.info() as Record<string, unknown>;
      const head = Number(info['head_block_num']) - blocks;
      const irreversible = head - 2;
      json(response, 200, {
        ...info,
        head_block_num: head,
        head_block_id: blockIdOf(head),
        last_irreversible_block_num: irreversible,
        last_irreversible_block_id: blockIdOf(irreversible),
      });
      return true;
    };
  };

describe('a node that is a few blocks late', () => {
  let clock: ManualClock;
  let pool: PoolOfNodes;
  beforeEach(() => {
    // Stands still: no node gains blocks between the polls of two.
    clock = new ManualClock(Date.parse('2026-11-22T12:00:00Z'));
    waitForAnswers();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await pool.close();
  });
  const start = async (count: number): Promise<void> => {
    pool = await PoolOfNodes.start(count, { clock, deadlinesMs: { table: 90_000 } });
  };

  it.each([4, 8])(
    'a node that is %d blocks late is fit and answers no read while another is left',
    async (blocks) => {
      await start(3);
      late(blocks)(pool.nodes[0]!);
      await pool.client.probeNodes();
      expect(pool.status(0).judged.kind).toBe('fit');
      const slow = pool.nodes.slice(1);
      for (const one of slow)
        one.fault = (path, _response, answer) => {
          if (path === INFO) return false;
          setTimeout(answer, 20);
          return true;
        };
      const served = new Set(await pool.reads(READS));
      expect(served).toEqual(new Set(['node-2', 'node-3']));
      expect(pool.requests(0)).toBe(0);
    },
  );

  it('a node that is 4 blocks late serves when the others are lost, and shares the reads once it is not late any more', async () => {
    await start(2);
    late(4)(pool.nodes[0]!);
    await pool.client.probeNodes();
    pool.nodes[1]!.fault = (_path, response) => {
      response.socket?.destroy();
      return true;
    };
    expect(await pool.read()).toBe('node-1');
    for (const one of pool.nodes) one.fault = () => false;
    const answering = new Set<string>();
    while (answering.size < 2) {
      clock.advance(500);
      for (const name of await pool.reads(8)) answering.add(name);
    }
    expect(answering).toEqual(new Set(['node-1', 'node-2']));
  });
});
