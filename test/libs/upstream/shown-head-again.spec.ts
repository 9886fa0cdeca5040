import { blockIdOf } from '../../harness/fake-node/fake-chain';
import { json } from '../../harness/fake-node/fake-node';
import { type PoolNode, PoolOfNodes } from './support/pool-of-nodes';

const INFO = '/v1/chain/get_info';
const BLOCKS_BELOW = 2;
/** Bytes above the bound of get_info. */
const MORE_THAN_INFO = 70_000;

describe('get_info while every node answers a head below one that was shown', () => {
  let pool: PoolOfNodes;
  beforeEach(async () => {
    // No poll after the first ones: every further get_info is that of a client.
    pool = await PoolOfNodes.start(2, {
      pollMs: 600_000,
      deadlinesMs: { info: 20_000 },
      capabilities: [['chain'], ['chain']],
    });
  });
  afterEach(() => pool.close());

  /** Head that a client sees once both nodes were polled. */
  async function shownHead(): Promise<number> {
    const { headBlockNum } = await pool.client.info();
    await Promise.all([0, 1].map((index) => pool.until(index, 'fit')));
    return headBlockNum;
  }

  /** @returns number of answers with the head */
  function answerHead(head: number, isWanted: (one: PoolNode) => boolean): () => number {
    let answers = 0;
    for (const one of pool.nodes) {
      one.fault = (path, response) => {
        if (path !== INFO || !isWanted(one)) return false;
        answers += 1;
        const info = { ...one.view.info(), head_block_num: head, head_block_id: blockIdOf(head) };
        const irreversible = {
          last_irreversible_block_num: head - 2,
          last_irreversible_block_id: blockIdOf(head - 2),
        };
        json(response, 200, { ...info, ...irreversible });
        return true;
      };
    }
    return () => answers;
  }

  it('get_info asks the nodes once more when all answer a head below one that was shown', async () => {
    const shown = await shownHead();
    const late = new Set(pool.nodes);
    const answers = answerHead(shown - BLOCKS_BELOW, (one) => late.delete(one));
    expect((await pool.client.info()).headBlockNum).toBeGreaterThanOrEqual(shown);
    expect(answers()).toBe(2);
  });

  it('get_info answers the highest head of the nodes when all stay below the one that was shown', async () => {
    const shown = await shownHead();
    answerHead(shown - BLOCKS_BELOW, () => true);
    expect((await pool.client.info()).headBlockNum).toBe(shown - BLOCKS_BELOW);
  });

  it('get_info answers the head of a node below the one that was shown where the other one answers with too much', async () => {
    const shown = await shownHead();
    const [tooMuch, below] = pool.nodes;
    answerHead(shown - BLOCKS_BELOW, (one) => one === below);
    tooMuch!.fault = (path, response) => {
      if (path === INFO) json(response, 200, { padding: 'x'.repeat(MORE_THAN_INFO) });
      return path === INFO;
    };
    expect((await pool.client.info()).headBlockNum).toBe(shown - BLOCKS_BELOW);
  });
});
