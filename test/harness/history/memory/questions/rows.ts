import type { BlockWrites } from '../../../../../apps/history/src/derive/block-writes';
import type { UnknownPast } from '../../../../../apps/history/src/routes/table-rows/known-past';
import { TABLE_ROWS } from '../../../../../apps/history/src/routes/table-rows/found-rows';
import {
  ROWS_AT_BLOCK,
  type RowsAtBlock,
  type RowsAtBlockQuery,
} from '../../../../../apps/history/src/routes/table-rows/rows-at-block';
import type { RowAtBlock, RowKey } from '../../../../../apps/history/src/routes/table-rows/table-row';
import { ascending, byAll } from '../../../../../apps/history/src/store/order';
import * as pools from '../../../../../apps/history/src/store/testing/pools';
import type { Random } from '../../../../../apps/history/src/store/testing/random';
import { slicePage } from '../paging';
import { modelOf, type ModelHistory } from '../question-model';
import { ChainState } from '../state';

interface Place {
  readonly code: bigint;
  readonly table: bigint;
  readonly scope?: bigint;
  readonly primaryKey?: bigint;
}

/** Rows of a state, by scope and primary key. */
const rowsOf = (state: ChainState, { kept }: ModelHistory, place: Place): RowAtBlock[] =>
  [...state.rows.values()]
    .filter(
      (row) =>
        row.code === place.code &&
        row.table === place.table &&
        (place.scope === undefined || row.scope === place.scope) &&
        (place.primaryKey === undefined || row.primaryKey === place.primaryKey),
    )
    .sort(
      byAll(
        ascending(({ scope }) => scope),
        ascending(({ primaryKey }) => primaryKey),
      ),
    )
    .map(({ scope, primaryKey, payer, value, blockNum }) => {
      const block = kept.find((writes) => writes.block.num === blockNum)?.block;
      const row = { scope, primaryKey, payer, value, blockNum };
      return block === undefined ? row : { ...row, stamp: { id: block.id, timeMs: block.timeMs } };
    });

const somePlace = (random: Random): Place => ({
  code: random.pick(pools.CONTRACTS),
  table: random.pick(pools.TABLES),
  ...(random.chance(50) ? { scope: random.pick(pools.ACCOUNTS) } : {}),
});

export const TABLE_ROWS_MODEL = modelOf(
  TABLE_ROWS,
  (history, query) => slicePage(rowsOf(history.state, history, query), query),
  (random) =>
    Array.from({ length: 6 }, () => ({
      ...somePlace(random),
      ...(random.chance(30)
        ? { scope: random.pick(pools.ACCOUNTS), primaryKey: random.pick(pools.PRIMARY_KEYS) }
        : {}),
      skip: random.below(3),
      limit: random.pick([1, 3, 100]),
    })),
);

const someQuery = (random: Random, blocks: readonly BlockWrites[]): RowsAtBlockQuery => ({
  ...somePlace(random),
  ...(random.chance(80) && blocks.length > 0 ? { atBlock: someBlock(random, blocks) } : {}),
  ...(random.chance(30)
    ? { scope: random.pick(pools.ACCOUNTS), primaryKey: random.pick(pools.PRIMARY_KEYS) }
    : random.chance(40)
      ? { after: { scope: random.pick(pools.ACCOUNTS), primaryKey: random.pick(pools.PRIMARY_KEYS) } }
      : {}),
  limit: random.pick([1, 2, 100]),
});

/** The number of a block, now and then one that no history has. */
export const someBlock = (random: Random, blocks: readonly BlockWrites[]): number =>
  random.pick(blocks).block.num + (random.chance(10) ? random.pick([-1_000, 1_000]) : 0);

/** Why the state after a block is not known; undefined: it may be. */
export function unknownPastOf({ kept, blocks }: ModelHistory, atBlock: number): UnknownPast | undefined {
  const [first, head] = [kept.at(0)?.block.num, blocks.at(-1)?.block.num];
  if (first === undefined || head === undefined) return { kind: 'ahead', head: 0 };
  if (atBlock > head) return { kind: 'ahead', head };
  return atBlock < first ? { kind: 'before', first } : undefined;
}

/** The state is computed from all blocks up to the wanted one. */
export const ROWS_AT_BLOCK_MODEL = modelOf(
  ROWS_AT_BLOCK,
  (history, query): RowsAtBlock => {
    const { atBlock, after, limit } = query;
    const unknown = atBlock === undefined ? undefined : unknownPastOf(history, atBlock);
    if (unknown !== undefined) return { unknown, rows: [], next: undefined };
    const isWanted = ({ scope, primaryKey }: RowKey): boolean =>
      after === undefined || scope > after.scope || (scope === after.scope && primaryKey > after.primaryKey);
    const state =
      atBlock === undefined
        ? history.state
        : ChainState.after(history.blocks.filter(({ block }) => block.num <= atBlock));
    const rows = rowsOf(state, history, query).filter(isWanted);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    const lost = lostKeys(history, query).filter(isWanted);
    const end = rows[limit];
    if (lost.some((key) => end === undefined || !isWantedBehind(key, end)))
      return { unknown: { kind: 'removed' }, rows: [], next: undefined };
    const block = history.kept.find((writes) => writes.block.num === atBlock)?.block;
    return {
      ...(block && { blockId: block.id }),
      rows: rows.slice(0, limit),
      next: last && { scope: last.scope, primaryKey: last.primaryKey },
    };
  },
  (random, blocks) => Array.from({ length: 12 }, () => someQuery(random, blocks)),
);

const isWantedBehind = (one: RowKey, other: RowKey): boolean =>
  one.scope > other.scope || (one.scope === other.scope && one.primaryKey > other.primaryKey);

/** Rows that changed after the block, and before it in a block at most whose history was removed. */
function lostKeys({ kept, blocks }: ModelHistory, query: RowsAtBlockQuery): RowKey[] {
  const { atBlock } = query;
  if (atBlock === undefined || kept.length === blocks.length) return [];
  const changes = (isAfter: boolean): RowKey[] =>
    kept
      .filter(({ block }) => block.num > atBlock === isAfter)
      .flatMap(({ deltas }) => deltas)
      .filter(
        ({ code, table, scope, primaryKey }) =>
          code === query.code &&
          table === query.table &&
          (query.scope === undefined || scope === query.scope) &&
          (query.primaryKey === undefined || primaryKey === query.primaryKey),
      );
  const before = new Set(changes(false).map(({ scope, primaryKey }) => `${scope}/${primaryKey}`));
  return changes(true).filter(({ scope, primaryKey }) => !before.has(`${scope}/${primaryKey}`));
}
