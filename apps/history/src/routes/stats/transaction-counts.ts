import type { Name } from '../../derive/name';
import { BroadQueryError } from '../../store/errors';
import type { HistoryRange } from '../../store/queries';
import type { Question, QuestionTools } from '../../store/question';
import {
  type BlockNumbers,
  type CountedBlock,
  countedBlocks,
  storedNumbers,
} from '../../store/sql/reading/stored-blocks';

export type Grouping = 'producer' | 'hour' | 'day';

export interface TransactionCountQuery {
  readonly range: HistoryRange;
  /** Empty: of all. */
  readonly producers: readonly Name[];
  readonly groupBy?: Grouping;
}

/** Blocks and their transactions. */
export interface Counts {
  readonly blocks: number;
  readonly transactions: number;
}

export interface TransactionCounts extends Counts {
  /** First and last block that were counted; undefined: none. */
  readonly numbers: BlockNumbers | undefined;
  /** By producer, or by the start of the interval in milliseconds. */
  readonly groups: ReadonlyMap<bigint, Counts>;
}

/** Milliseconds. */
const HOUR = 3_600_000;
const SPANS_MS = { hour: HOUR, day: 24 * HOUR } as const;
/** Blocks that are read at a time. */
const WINDOW = 20_000;
const NARROW_BY = ['a smaller range (start_block, end_block, after, before)'];

const keyOf = (
  groupBy: Grouping,
  { producer, timeMs }: { readonly producer: Name; readonly timeMs: number },
): bigint => (groupBy === 'producer' ? producer : BigInt(timeMs - (timeMs % SPANS_MS[groupBy])));

const added = ({ blocks, transactions }: Counts, more: number): Counts => ({
  blocks: blocks + 1,
  transactions: transactions + more,
});

const NONE: Counts = { blocks: 0, transactions: 0 };

/** Counts the transactions of all blocks of a range. */
export const TRANSACTION_COUNTS: Question<TransactionCountQuery, TransactionCounts> = {
  name: 'transaction_counts',
  isSearch: () => true,
  read: async (tools, query) => {
    const groups = new Map<bigint, Counts>();
    let sum = NONE;
    let numbers: BlockNumbers | undefined;
    for await (const block of blocksOf(tools, query.range)) {
      if (query.producers.length > 0 && !query.producers.includes(block.producer)) continue;
      sum = added(sum, block.transactionCount);
      numbers = { from: numbers?.from ?? block.num, to: block.num };
      if (query.groupBy === undefined) continue;
      const key = keyOf(query.groupBy, block);
      groups.set(key, added(groups.get(key) ?? NONE, block.transactionCount));
    }
    return { ...sum, numbers, groups };
  },
};

/** All blocks of a range, ascending. @throws BroadQueryError when there are too many */
async function* blocksOf(tools: QuestionTools, range: HistoryRange): AsyncGenerator<CountedBlock> {
  const numbers = await storedNumbers(tools, range);
  if (numbers === undefined) return;
  for (let from = numbers.from; from <= numbers.to; from += WINDOW) {
    if (from > numbers.from && !(await tools.work.mayContinue())) throw new BroadQueryError(NARROW_BY);
    yield* await countedBlocks(tools, { from, to: Math.min(numbers.to, from + WINDOW - 1) });
  }
}
