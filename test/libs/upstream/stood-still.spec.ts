import { ManualClock } from '@app/operations';
import type { NodeChange } from '@app/upstream';
import { blockInfoAt } from '../../../libs/upstream/src/pool/block-info';
import { UpstreamNode } from '../../../libs/upstream/src/node/upstream-node';
import { blockIdOf, FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { PoolOfNodes, TABLE_ROWS } from './support/pool-of-nodes';

/** Stops this process, event loop and timers included. */
const standStill = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const INFO = '/v1/chain/get_info';
/** Long enough for an answer on a busy machine. */
const DEADLINE_MS = 500;

describe('a pool whose nodes were not polled for a while', () => {
  const changes: NodeChange[] = [];
  let clock: ManualClock;
  let pool: PoolOfNodes;
  beforeEach(() => {
    changes.length = 0;
    clock = new ManualClock(1_800_000_000_000);
  });
  afterEach(() => pool.close());

  const start = async (): Promise<void> => {
    pool = await PoolOfNodes.start(3, {
      clock,
      pollMs: 1_000,
      onNodeChange: (change) => changes.push(change),
    });
    await pool.client.probeNodes();
    for (const index of [0, 1, 2]) await pool.until(index, 'fit');
    changes.length = 0;
  };

  it.each([4_500, 5_500, 10_000, 25_000, 60_000, 3_600_000])(
    'no node is judged by its answer of %d ms before while the others are asked',
    async (ms) => {
      await start();
      for (let time = 0; time < 3; time += 1) {
        clock.advance(ms);
        await pool.client.probeNodes();
      }
      expect(changes).toEqual([]);
    },
  );

  it('a machine that slept judges no node by its answer of before, and a request waits for the polls', async () => {
    await start();
    await pool.read();
    // The monotonic clock stood still.
    clock.setWallClock(clock.now() + 3_600_000);
    const before = [0, 1, 2].map((index) => pool.requests(index, INFO));
    await pool.read();
    // At least: the timer of the polls may end meanwhile.
    for (const index of [0, 1, 2]) expect(pool.requests(index, INFO)).toBeGreaterThan(before[index]!);
    expect(changes).toEqual([]);
  });

  it('a request waits for the polls of the nodes', async () => {
    await start();
    await pool.read();
    const order: string[] = [];
    for (const one of pool.nodes)
      one.fault = (path) => {
        order.push(path === INFO ? one.name : path);
        return false;
      };
    clock.advance(60_000);
    await pool.reads(8);
    const polled = order.slice(0, order.indexOf(TABLE_ROWS));
    expect(polled).toEqual(expect.arrayContaining(['node-1', 'node-2', 'node-3']));
    expect(changes).toEqual([]);
  });

  it('a node that was not heard while the process stood still is asked again, and so is a request', async () => {
    pool = await PoolOfNodes.start(1, {
      nodes: { pollTimeoutMs: DEADLINE_MS },
      deadlinesMs: { table: DEADLINE_MS },
      onNodeChange: (change) => changes.push(change),
    });
    await pool.read();
    changes.length = 0;
    const [one] = pool.nodes;
    const waiting: (() => void)[] = [];
    const asked = new Promise<void>((resolve) => {
      one!.fault = (_, _response, answer) => {
        waiting.push(answer);
        if (one!.node.requests.at(-1)?.path === TABLE_ROWS) resolve();
        return true;
      };
    });
    const read = pool.read();
    await asked;
    one!.fault = () => false;
    standStill(3 * DEADLINE_MS);
    expect(await read).toBe('node-1');
    expect(changes).toEqual([]);
  });
});

describe('a node that is asked for a header while the process stands still', () => {
  let fake: FakeNode;
  let node: UpstreamNode;
  beforeEach(async () => {
    fake = await FakeNode.start(new FakeChain('header'));
    node = new UpstreamNode({ url: fake.url, label: 'node-1' }, { pollTimeoutMs: DEADLINE_MS });
  });
  afterEach(async () => {
    await node.close();
    await fake.stop();
  });

  it('a node that is asked for a header while the process stands still is asked again', async () => {
    const [id, previous] = [blockIdOf(7), blockIdOf(6)];
    const asked = new Promise<void>((resolve) => {
      fake.override = (_path, _body, response) => {
        if (fake.requests.length > 1)
          json(response, 200, { id, previous, timestamp: '2026-11-21T12:00:00.000' });
        resolve();
        return true;
      };
    });
    const header = blockInfoAt(node, 7);
    await asked;
    standStill(4 * DEADLINE_MS);
    expect(await header).toMatchObject({ id, previous });
  });
});
