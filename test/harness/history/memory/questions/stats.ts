import { PERIOD_USAGE } from '../../../../../apps/history/src/routes/stats/period-usage';
import {
  type Grouping,
  TRANSACTION_COUNTS,
} from '../../../../../apps/history/src/routes/stats/transaction-counts';
import * as pools from '../../../../../apps/history/src/store/testing/pools';
import { isInRange } from '../matching';
import { modelOf } from '../question-model';
import { hasHeader, someRange, sum, summaryOf } from './blocks';

const HOUR_MS = 3_600_000;
const SPANS = { hour: HOUR_MS, day: 24 * HOUR_MS };

export const TRANSACTION_COUNTS_MODEL = modelOf(
  TRANSACTION_COUNTS,
  ({ kept }, { range, producers, groupBy }) => {
    const found = kept
      .filter(({ block }) => hasHeader(block) && isInRange(range, block, 0n))
      .map(summaryOf)
      .filter(({ producer }) => producers.length === 0 || producers.includes(producer));
    const counts = (blocks: typeof found) => ({
      blocks: blocks.length,
      transactions: sum(blocks.map(({ transactionCount }) => transactionCount)),
    });
    const keyOf = (grouping: Grouping, { producer, timeMs }: (typeof found)[number]): bigint =>
      grouping === 'producer' ? producer : BigInt(Math.floor(timeMs / SPANS[grouping]) * SPANS[grouping]);
    const keys = groupBy === undefined ? [] : found.map((block) => keyOf(groupBy, block));
    const groups = [...new Set(keys)].map(
      (key) => [key, found.filter((_block, index) => keys[index] === key)] as const,
    );
    const [first, last] = [found.at(0), found.at(-1)];
    return {
      ...counts(found),
      numbers: first && last && { from: first.num, to: last.num },
      groups: new Map(groups.map(([key, blocks]) => [key, counts(blocks)])),
    };
  },
  (random, blocks) =>
    Array.from({ length: 6 }, () => ({
      range: someRange(random, blocks),
      producers: random.chance(30) ? [random.pick(pools.PRODUCERS)] : [],
      ...(random.chance(60) ? { groupBy: random.pick(['producer', 'hour', 'day'] as const) } : {}),
    })),
);

/** Hyperion's counts: the difference of the global sequences of two actions, one before the period and its last. */
export const PERIOD_USAGE_MODEL = modelOf(
  PERIOD_USAGE,
  ({ kept }, { fromMs, toMs }) => {
    const inside = kept.filter(
      ({ block }) => hasHeader(block) && block.timeMs >= fromMs && block.timeMs < toMs,
    );
    const actions = inside.flatMap((writes) => writes.actions);
    const all = kept.flatMap((writes) => writes.actions);
    const [first, last] = [actions.at(0), actions.at(-1)];
    const before = first && all[all.indexOf(first) - 1];
    return {
      actions:
        first === undefined || last === undefined
          ? 0
          : Number(last.globalSequence - (before?.globalSequence ?? first.globalSequence - 1n)),
      transactions: sum(inside.map((writes) => summaryOf(writes).transactionCount)),
    };
  },
  (random, blocks) =>
    Array.from({ length: 4 }, () => {
      const time = () => (blocks.length === 0 ? 0 : random.pick(blocks).block.timeMs);
      const fromMs = time() + random.below(3) - 1;
      return { fromMs, toMs: fromMs + random.pick([500, 5_000, HOUR_MS]) };
    }),
);
