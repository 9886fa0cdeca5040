import type { BlockWrites, DeltaWrite } from '../../../apps/history/src/derive/block-writes';
import { tokenWrites } from '../../../apps/history/src/derive/tokens';
import { ROWS_AT_BLOCK } from '../../../apps/history/src/routes/table-rows/rows-at-block';
import { TOKENS_AT_BLOCK } from '../../../apps/history/src/routes/tokens-at-block';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import type { Random } from '../../../apps/history/src/store/testing/random';
import { answerText } from '../../harness/history/query-battery';
import { balanceRow, name, SampleBlocks, sampleId } from '../../harness/history/sample-blocks';

export const ACCOUNTS = ['alice', 'bob', 'carol'].map(name);
export const CONTRACTS = ['atoken', 'ztoken'].map(name);
export const TABLE = name('accounts');
/** As the primary keys of their balances; the last one is of rows that are no balances. */
const SYMBOLS = ['SYS', 'USD', null] as const;
export const BLOCKS = 30;
export const FIRST = 2;

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
export function blocksOf(random: Random, first: number, last: number, idOffset = 0): BlockWrites[] {
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

/**
 * Every question about the past of the few rows, as of every block and those beside them.
 * @param step blocks from one of those to the next
 */
export async function answersOf(reader: HistoryReader, step = 1): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const keep = async (title: string, ask: Promise<unknown>) => answers.set(title, answerText(await ask));
  for (let atBlock = FIRST - 1; atBlock <= FIRST + BLOCKS; atBlock += step)
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
