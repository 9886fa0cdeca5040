import { symbolCodeToValue } from '@app/antelope';
import type { BlockWrites, DeltaWrite } from '../../../apps/history/src/derive/block-writes';
import { tokenWrites } from '../../../apps/history/src/derive/tokens';
import { ROWS_AT_BLOCK } from '../../../apps/history/src/routes/table-rows/rows-at-block';
import { TOKENS_AT_BLOCK } from '../../../apps/history/src/routes/tokens-at-block';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { Random } from '../../../apps/history/src/store/testing/random';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import { answerText } from '../../harness/history/query-battery';
import { balanceRow, name, SampleBlocks, sampleId } from '../../harness/history/sample-blocks';
import { allOr } from '../../harness/long';
import { memoryStore, type TestStore, useStores } from './stores';

const ACCOUNTS = ['alice', 'bob', 'carol'].map(name);
const CONTRACTS = ['atoken', 'ztoken'].map(name);
const TABLE = name('accounts');
/** As the primary keys of their balances; the last one is of rows that are no balances. */
const SYMBOLS = ['SYS', 'USD', null] as const;
const BLOCKS = 30;
const FIRST = 2;
/** Of the blocks as of which is asked; more than some are different, lost or kept then. */
const [ASKED_STEP, DIFFERENT, LOST, KEPT] = allOr([1, 20, 5, 50], [4, 5, 1, 12]);

/** Some of few rows: each is made, changed and removed often. */
function someDeltas(random: Random): DeltaWrite[] {
  const deltas = new Map<string, DeltaWrite>();
  for (let count = random.below(4); count > 0; count--) {
    const [code, scope] = [random.pick(CONTRACTS), random.pick(ACCOUNTS)];
    const symbol = random.pick(SYMBOLS);
    const value = balanceRow(`${String(random.below(90))}.0000 ${symbol ?? 'SYS'}`);
    const primaryKey =
      symbol === null ? 7n : new DataView(value.buffer, value.byteOffset).getBigUint64(8, true) >> 8n;
    const row = { code, table: TABLE, scope, primaryKey, payer: random.pick(ACCOUNTS) };
    deltas.set(`${code}/${scope}/${primaryKey}`, { ...row, present: random.chance(60), value });
  }
  return [...deltas.values()];
}

/** Blocks that follow `last`, or the first ones. */
function blocksOf(random: Random, first: number, last: number, idOffset = 0): BlockWrites[] {
  const made = new SampleBlocks(first);
  return Array.from({ length: last - first + 1 }, () => {
    const deltas = someDeltas(random);
    const writes = made.next([], { deltas, tokens: tokenWrites(deltas) });
    const { num, id, previousId } = writes.block;
    const block = {
      ...writes.block,
      id: idOffset === 0 ? id : sampleId(num, idOffset),
      previousId: idOffset === 0 || num === first ? previousId : sampleId(num - 1, idOffset),
    };
    return { ...writes, block };
  });
}

/** Every question about the past of the few rows, as of every block and those beside them. */
async function answersOf(reader: HistoryReader): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const keep = async (title: string, ask: Promise<unknown>) => answers.set(title, answerText(await ask));
  for (let atBlock = FIRST - 1; atBlock <= FIRST + BLOCKS; atBlock += ASKED_STEP)
    for (const scope of ACCOUNTS) {
      const page = { skip: 0, limit: 100, atBlock };
      await keep(
        `tokens of ${scope} at ${atBlock}`,
        reader.answer(TOKENS_AT_BLOCK, { account: scope, ...page }),
      );
      const [contract] = CONTRACTS;
      const of = { ...page, account: scope, contract: contract!, skip: 1 };
      await keep(`tokens of a contract of ${scope} at ${atBlock}`, reader.answer(TOKENS_AT_BLOCK, of));
      const rows = { code: contract!, table: TABLE, scope, atBlock };
      await keep(`rows of ${scope} at ${atBlock}`, reader.answer(ROWS_AT_BLOCK, { ...rows, limit: 2 }));
      const one = { ...rows, primaryKey: 7n, limit: 1 };
      await keep(`a row of ${scope} at ${atBlock}`, reader.answer(ROWS_AT_BLOCK, one));
    }
  return answers;
}

const [, ...databases] = useStores();

describe.each(databases)('past states in %s', (_kind, create) => {
  it.each(allOr([1, 2, 3], [1]))(
    'past states in the database are those of the model, also at forks and where old blocks are removed: %d',
    async (seed) => {
      const random = new Random(seed);
      const [store, model] = [await create(`past${seed}`), await memoryStore()];
      const both: readonly TestStore[] = [store, model];
      const compare = async (): Promise<Map<string, string>> => {
        const wanted = await answersOf(model.reader);
        expect(await answersOf(store.reader)).toEqual(wanted);
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
