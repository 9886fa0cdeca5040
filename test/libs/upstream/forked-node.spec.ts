import { ManualClock } from '@app/operations';
import { json } from '../../harness/fake-node/fake-node';
import { blockIdOf, nodeosError } from '../../harness/fake-node/fake-chain';
import { type PoolNode, PoolOfNodes } from './support/pool-of-nodes';

const INFO = '/v1/chain/get_info';
const BLOCK_INFO = '/v1/chain/get_block_info';

interface Fork {
  /** Last irreversible block, which does not rise any more; undefined: the node is on the chain. */
  finalized: number | undefined;
  /** Whether it has blocks of its own from there on. */
  isForked: boolean;
  hasRoute: boolean;
}

describe('a node that finalizes nothing any more', () => {
  let clock: ManualClock;
  let pool: PoolOfNodes;
  afterEach(() => pool.close());

  /** Three nodes that know the ids of their blocks; the first one can be changed. */
  async function start(): Promise<Fork> {
    clock = new ManualClock(Date.parse('2026-11-22T12:00:00Z'));
    pool = await PoolOfNodes.start(3, { clock });
    const fork: Fork = { finalized: undefined, isForked: false, hasRoute: true };
    pool.nodes.forEach((one, index) => {
      const changes = (): Fork | undefined => (index === 0 ? fork : undefined);
      one.fault = (path, response) => {
        if (path === INFO) json(response, 200, infoOf(one, changes()?.finalized));
        else if (path !== BLOCK_INFO) return false;
        else if (changes()?.hasRoute === false)
          json(response, 404, nodeosError(404, 0, 'exception', 'Unknown Endpoint'));
        else answerBlock(one, changes(), response);
        return true;
      };
    });
    await pool.reads(20);
    return fork;
  }

  function infoOf({ view }: PoolNode, finalized: number | undefined): object {
    const info = view.info() as { head_block_num: number };
    const number = finalized ?? info.head_block_num - 2;
    return { ...info, last_irreversible_block_num: number, last_irreversible_block_id: blockIdOf(number) };
  }

  function answerBlock(
    { node }: PoolNode,
    fork: Fork | undefined,
    response: Parameters<typeof json>[0],
  ): void {
    const sent = node.requests.filter(({ path }) => path === BLOCK_INFO).at(-1)!;
    const { block_num: number } = JSON.parse(sent.body) as { block_num: number };
    const isOwn = fork?.isForked === true && number > (fork.finalized ?? Infinity);
    const fill = isOwn ? 'bb' : 'aa';
    json(response, 200, {
      block_num: number,
      id: blockIdOf(number, fill),
      previous: blockIdOf(number - 1, fill),
      timestamp: '2026-11-21T12:00:00.000',
    });
  }

  const stop = (fork: Fork, changes: Partial<Fork>): void => {
    const { head_block_num: head } = pool.nodes[0]!.view.info() as { head_block_num: number };
    Object.assign(fork, { finalized: head - 2, ...changes });
  };
  /** The chain makes one block after the other, with which all nodes are polled, until something holds. */
  async function blocksUntil(holds: () => boolean): Promise<void> {
    while (!holds()) {
      clock.advance(500);
      await pool.client.probeNodes();
    }
  }
  const isJudged = (kind: string) => (): boolean => pool.status(0).judged.kind === kind;
  const behind = (): number =>
    Number(pool.client.position().irreversibleBlock) - Number(pool.status(0).headBlock ?? 0);

  it('a node that finalizes nothing any more is unfit as soon as it has another block than the last irreversible one of the others', async () => {
    const fork = await start();
    stop(fork, { isForked: true });
    await blocksUntil(isJudged('unfit'));
    expect(pool.status(0).judged.why).toBe('is on another fork');
    // The rule that waits for 24 blocks did not decide.
    expect(pool.client.position().irreversibleBlock - fork.finalized!).toBeLessThan(24);
    const names = await pool.reads(60);
    expect(names).not.toContain('node-1');
  });

  it('a node that finalizes nothing any more is fit again once it is back on the chain', async () => {
    const fork = await start();
    stop(fork, { isForked: true });
    await blocksUntil(isJudged('unfit'));
    Object.assign(fork, { finalized: undefined, isForked: false });
    await blocksUntil(isJudged('fit'));
    expect(behind()).toBeLessThanOrEqual(0);
  });

  it.each([
    ['has the same blocks', { isForked: false }],
    ['has no route to compare blocks', { isForked: true, hasRoute: false }],
  ])(
    'a node that finalizes nothing any more stays fit while it %s and is not far behind',
    async (_, changes) => {
      const fork = await start();
      stop(fork, changes);
      await blocksUntil(() => pool.requests(0, BLOCK_INFO) >= 3);
      expect(pool.status(0).judged.kind).toBe('fit');
      expect(pool.requests(1, BLOCK_INFO) + pool.requests(2, BLOCK_INFO)).toBe(0);
    },
  );
});
