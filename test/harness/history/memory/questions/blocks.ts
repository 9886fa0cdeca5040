import { hasInstantFinality } from '@app/ship';
import { nameToValue } from '@app/antelope';
import type { BlockWrites } from '../../../../../apps/history/src/derive/block-writes';
import { type BlockConditions, BLOCKS } from '../../../../../apps/history/src/routes/blocks/found-blocks';
import type { HistoryRange } from '../../../../../apps/history/src/store/queries';
import type { BlockSummary } from '../../../../../apps/history/src/store/sql/reading/stored-blocks';
import * as pools from '../../../../../apps/history/src/store/testing/pools';
import type { Random } from '../../../../../apps/history/src/store/testing/random';
import { isInRange } from '../matching';
import { slicePage } from '../paging';
import { modelOf } from '../question-model';

const [EOSIO, ONBLOCK] = [nameToValue('eosio'), nameToValue('onblock')];

/** Transactions of a block that hold eosio::onblock. */
const implicitOf = ({ actions, transactions }: BlockWrites): BlockWrites['transactions'] => {
  const positions = new Set(
    actions
      .filter(({ account, name }) => account === EOSIO && name === ONBLOCK)
      .map(({ transaction }) => transaction),
  );
  return transactions.filter((_transaction, index) => positions.has(index));
};

/** The block of a snapshot has neither a header nor transactions. */
export const hasHeader = ({ previousId }: BlockWrites['block']): boolean =>
  previousId.some((byte) => byte !== 0);

export const sum = (values: readonly number[]): number => values.reduce((left, right) => left + right, 0);

/** A block without what eosio::onblock used. */
export function summaryOf(writes: BlockWrites): BlockSummary {
  const { block, transactions, schedules } = writes;
  const implicit = implicitOf(writes);
  const announced = schedules
    .filter(({ kind }) => kind === 'activated' && !hasInstantFinality(block))
    .sort((one, other) => one.version - other.version)
    .at(-1);
  return {
    num: block.num,
    id: block.id,
    previousId: block.previousId,
    timeMs: block.timeMs,
    producer: block.producer,
    scheduleVersion: block.scheduleVersion,
    cpuUsageUs: block.cpuUsageUs - sum(implicit.map(({ cpuUsageUs }) => cpuUsageUs)),
    netUsageWords: block.netUsageWords - sum(implicit.map(({ netUsageWords }) => netUsageWords)),
    transactionCount: transactions.length - implicit.length,
    ...(announced && { announced: { version: announced.version, producers: announced.producers } }),
  };
}

export function someRange(random: Random, blocks: readonly BlockWrites[]): HistoryRange {
  const block = () => (blocks.length === 0 ? undefined : random.pick(blocks).block);
  return {
    ...(random.chance(40) ? { fromBlock: (block()?.num ?? 7) + random.below(3) - 1 } : {}),
    ...(random.chance(40) ? { toBlock: (block()?.num ?? 7) + random.below(3) - 1 } : {}),
    ...(random.chance(20) ? { fromTimeMs: (block()?.timeMs ?? 0) + random.below(3) * 250 } : {}),
    ...(random.chance(20) ? { toTimeMs: (block()?.timeMs ?? 0) + random.below(3) * 250 } : {}),
  };
}

const someConditions = (random: Random, blocks: readonly BlockWrites[]): BlockConditions => ({
  skip: random.below(3),
  limit: random.pick([1, 3, 100]),
  range: someRange(random, blocks),
  order: random.pick(['asc', 'desc'] as const),
  producers: random.chance(40) ? random.list(2, () => random.pick(pools.PRODUCERS)) : [],
  ...(random.chance(30) ? { minTransactions: random.below(4) } : {}),
  ...(random.chance(30) ? { maxTransactions: random.below(4) } : {}),
});

export const BLOCKS_MODEL = modelOf(
  BLOCKS,
  ({ kept }, query) => {
    const { producers, minTransactions = 0, maxTransactions = Infinity, order } = query;
    const found = kept
      .filter(({ block }) => hasHeader(block))
      .filter(({ block }) => isInRange(query.range, block, 0n))
      .map(summaryOf)
      .filter(
        ({ producer, transactionCount: count }) =>
          (producers.length === 0 || producers.includes(producer)) &&
          count >= minTransactions &&
          count <= maxTransactions,
      );
    return slicePage(order === 'asc' ? found : found.reverse(), query);
  },
  (random, blocks) => Array.from({ length: 8 }, () => someConditions(random, blocks)),
);
