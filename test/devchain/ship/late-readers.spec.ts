import type { DecodedBlock } from '@app/ship';
import { startFollowing } from '../../harness/history/following';
import { HistoryChain } from '../../harness/ship/history-chain';
import { ReplayedState } from '../../harness/ship/replayed-state';
import type { ShipReader } from '../../harness/ship/ship-reader';
import { accountsOf, rowsOf, tablesOf } from './support/chain-state';

/** Room for a few chunks: the oldest are dropped after some hundred blocks. */
const MAX_HISTORY_BYTES = 150_000;

function stateAfter(blocks: readonly DecodedBlock[]): ReplayedState {
  const state = new ReplayedState();
  for (const { deltas } of blocks) state.apply(deltas);
  return state;
}

const byText = (left: object, right: object): number =>
  JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;

describe('log of state history without its oldest blocks', () => {
  let chain: HistoryChain;
  let first: number;
  /** Reads since the first block of the chain. */
  let early: ShipReader;

  beforeAll(async () => {
    chain = await HistoryChain.start({ maxHistoryBytes: MAX_HISTORY_BYTES }, { simulation: true });
    early = await chain.reader();
    early.request({});
    const begin = await firstBlock();
    do {
      await chain.produce(100);
      first = await firstBlock();
    } while (first === begin);
    await chain.produce(20);
  });
  afterAll(async () => {
    await early.close();
    await chain.close();
  });

  async function firstBlock(): Promise<number> {
    const reader = await chain.reader();
    const { chainStateBeginBlock } = await reader.status();
    await reader.close();
    return chainStateBeginBlock;
  }

  it('a truncated log gives a reader that begins late the whole state, then the changes', async () => {
    const reader = await chain.reader();
    reader.request({});
    const blocks: DecodedBlock[] = await reader.blocksTo(chain.chain.head().num);
    const status = await reader.status();
    await reader.close();
    expect(blocks[0]!.thisBlock.blockNum).toBe(first);
    expect(blocks[0]!.traces).toEqual([]);
    expect(status).toMatchObject({ chainStateBeginBlock: first, traceBeginBlock: first + 1 });
    const state = stateAfter(blocks);
    const whole = stateAfter(await early.blocksTo(chain.chain.head().num));
    expect(accountsOf(state)).toHaveLength(chain.chain.memory().accounts);
    expect([...accountsOf(state)].sort(byText)).toEqual([...accountsOf(whole)].sort(byText));
    expect(tablesOf(state)).toEqual(tablesOf(whole));
    expect(rowsOf(state)).toEqual(rowsOf(whole));
    for (const table of ['global_property', 'resource_limits_state', 'resource_limits_config'] as const)
      expect(state.rows(table)).toEqual(whole.rows(table));
  });

  it('a truncated log lets a history begin there, which has every block from then on', async () => {
    const following = startFollowing(chain.shipUrl);
    const { num } = chain.chain.head();
    await following.until(({ lastBlockNum }) => lastBlockNum === num);
    await following.stop();
    const { blocks, state } = following.store;
    expect(blocks.map(({ block }) => block.num)).toEqual(
      Array.from({ length: num - first + 1 }, (_unused, index) => first + index),
    );
    expect(blocks[0]!.deltas.length).toBeGreaterThan(100);
    expect(state.tokens.size).toBeGreaterThan(10);
  });
});
