import { symbolCodeToValue } from '@app/antelope';
import type { DeltaWrite } from '../../../apps/history/src/derive/block-writes';
import { tokenWrites } from '../../../apps/history/src/derive/tokens';
import { TOKENS_AT_BLOCK } from '../../../apps/history/src/routes/tokens-at-block';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { Random } from '../../../apps/history/src/store/testing/random';
import { balanceRow, SampleBlocks } from '../../harness/history/sample-blocks';
import { allOr } from '../../harness/long';
import { ACCOUNTS, answersOf, BLOCKS, blocksOf, CONTRACTS, FIRST, TABLE } from './past-rows';
import { memoryStore, type TestStore, useStores } from './stores';

/** Of the blocks as of which is asked; more than some are different, lost or kept then. */
const [ASKED_STEP, DIFFERENT, LOST, KEPT] = allOr([1, 20, 5, 50], [4, 5, 1, 12]);

const [, ...databases] = useStores();

describe.each(databases)('past states in %s', (_kind, create) => {
  it.each(allOr([1, 2, 3], [1]))(
    'past states in the database are those of the model, also at forks and where old blocks are removed: %d',
    async (seed) => {
      const random = new Random(seed);
      const [store, model] = [await create(`past${seed}`), await memoryStore()];
      const both: readonly TestStore[] = [store, model];
      const compare = async (): Promise<Map<string, string>> => {
        const wanted = await answersOf(model.reader, ASKED_STEP);
        expect(await answersOf(store.reader, ASKED_STEP)).toEqual(wanted);
        return wanted;
      };
      const head = FIRST + BLOCKS - 1;
      const [blocks, replaced] = [blocksOf(random, FIRST, head), blocksOf(random, head - 9, head, 7)];
      for (const { writer } of both) {
        await writer.open(CHAIN_ID);
        await writer.append(blocks, head - 10);
      }
      const before = await compare();
      for (const { writer } of both) {
        await writer.undoTo(head - 10);
        await writer.append(replaced, head - 10);
      }
      const after = await compare();
      const differing = [...after].filter(([title, answer]) => before.get(title) !== answer);
      expect(differing.length).toBeGreaterThan(DIFFERENT);
      for (const { writer } of both) await writer.prune(FIRST + 12);
      const pruned = [...(await compare()).values()].filter(
        (answer) => !/"kind":"(before|ahead)"/.test(answer),
      );
      const lost = pruned.filter((answer) => answer.includes('"kind":"removed"'));
      expect(lost.length).toBeGreaterThan(LOST);
      expect(pruned.length - lost.length).toBeGreaterThan(KEPT);
      await store.close();
    },
  );

  it('a removed row that is no balance leaves the balances of a retained block known', async () => {
    const store = await create('past0');
    const made = new SampleBlocks(FIRST);
    const balance = balanceRow('1.0000 SYS');
    const of = {
      code: CONTRACTS[0]!,
      table: TABLE,
      scope: ACCOUNTS[0]!,
      payer: ACCOUNTS[0]!,
      value: balance,
    };
    const rows = (isPresent: boolean): DeltaWrite[] => [{ ...of, primaryKey: 7n, present: isPresent }];
    const token = { ...of, primaryKey: symbolCodeToValue('SYS'), present: true };
    const first = [token, ...rows(true)];
    await store.writer.open(CHAIN_ID);
    await store.writer.append(
      [
        made.next([], { deltas: first, tokens: tokenWrites(first) }),
        made.next(),
        made.next([], { deltas: rows(false) }),
      ],
      FIRST + 1,
    );
    await store.writer.prune(FIRST + 1);
    const page = { account: ACCOUNTS[0]!, atBlock: FIRST + 1, skip: 0, limit: 10 };
    expect(await store.reader.answer(TOKENS_AT_BLOCK, page)).toMatchObject({
      page: { items: [{ units: 10_000n, blockNum: FIRST }], total: { value: 1, relation: 'eq' } },
    });
    await store.close();
  });
});
