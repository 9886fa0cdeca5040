import { BroadQueryError } from '../../store/errors';
import type { Question, QuestionTools } from '../../store/question';
import { type BlockNumbers, countedBlocks, storedNumbers } from '../../store/sql/reading/stored-blocks';
import { actionBounds } from '../../store/sql/reading/bounds';
import { scanOf, scanPage } from '../../store/sql/reading/scan';
import { visibleActions } from '../../store/sql/reading/visible-blocks';

export interface PeriodQuery {
  /** First millisecond, inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

export interface PeriodUsage {
  /** Global sequences from the last action before the period to its last one, as Hyperion counts actions. */
  readonly actions: number;
  /** Without those of onblock. */
  readonly transactions: number;
}

/** Blocks that are read at a time. */
const WINDOW = 20_000;
const NARROW_BY = ['a period with fewer blocks: 1h'];

/** Counts of transactions, and of their CPU and NET, in the blocks of a period. */
export const PERIOD_USAGE: Question<PeriodQuery, PeriodUsage> = {
  name: 'period_usage',
  isSearch: () => true,
  read: async (tools, { fromMs, toMs }) => {
    const numbers = await storedNumbers(tools, { fromTimeMs: fromMs, toTimeMs: toMs - 1 });
    if (numbers === undefined) return { actions: 0, transactions: 0 };
    let transactions = 0;
    for (let from = numbers.from; from <= numbers.to; from += WINDOW) {
      if (from > numbers.from && !(await tools.work.mayContinue())) throw new BroadQueryError(NARROW_BY);
      const window = { from, to: Math.min(numbers.to, from + WINDOW - 1) };
      for (const { transactionCount } of await countedBlocks(tools, window)) transactions += transactionCount;
    }
    return { actions: await sequencesOf(tools, numbers), transactions };
  },
};

/** Global sequences behind the last action before some blocks, up to their last action. */
async function sequencesOf({ session, visible }: QuestionTools, { from, to }: BlockNumbers): Promise<number> {
  const bounds = await actionBounds(session, visibleActions({ fromBlock: from, toBlock: to }, visible));
  if (bounds === undefined) return 0;
  const all = scanOf('action');
  const one = { skip: 0, limit: 1 };
  const [last] = await scanPage(session, all, bounds, { order: 'desc', ...one });
  if (last === undefined) return 0;
  const [before] = await scanPage(
    session,
    all,
    { from: 0n, to: bounds.from - 1n },
    { order: 'desc', ...one },
  );
  const [first = last] = await scanPage(session, all, bounds, { order: 'asc', ...one });
  return Number(last - (before ?? first - 1n));
}
