import type { BlockWrites } from '../../../../../apps/history/src/derive/block-writes';
import { TABLE_ROWS } from '../../../../../apps/history/src/routes/table-rows/found-rows';
import {
  type RowAtBlock,
  ROWS_AT_BLOCK,
  type RowsAtBlockQuery,
} from '../../../../../apps/history/src/routes/table-rows/rows-at-block';
import { ascending, byAll } from '../../../../../apps/history/src/store/order';
import * as pools from '../../../../../apps/history/src/store/testing/pools';
import type { Random } from '../../../../../apps/history/src/store/testing/random';
import { pageOf } from '../paging';
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
  (history, query) => pageOf(rowsOf(history.state, history, query), query),
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
  ...(random.chance(80) && blocks.length > 0 ? { atBlock: random.pick(blocks).block.num } : {}),
  ...(random.chance(40)
    ? { after: { scope: random.pick(pools.ACCOUNTS), primaryKey: random.pick(pools.PRIMARY_KEYS) } }
    : {}),
  limit: random.pick([1, 2, 100]),
});

/** The state is computed from all blocks up to the wanted one. */
export const ROWS_AT_BLOCK_MODEL = modelOf(
  ROWS_AT_BLOCK,
  (history, query) => {
    const { kept, blocks } = history;
    const { atBlock = Infinity, after, limit } = query;
    const isPast = atBlock < (blocks.at(-1)?.block.num ?? 0);
    if (isPast && kept.length < blocks.length) return { isKnown: false, rows: [], next: undefined };
    const state = isPast
      ? ChainState.after(blocks.filter(({ block }) => block.num <= atBlock))
      : history.state;
    const rows = rowsOf(state, history, query).filter(
      ({ scope, primaryKey }) =>
        after === undefined ||
        scope > after.scope ||
        (scope === after.scope && primaryKey > after.primaryKey),
    );
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      isKnown: true,
      rows: rows.slice(0, limit),
      next: last && { scope: last.scope, primaryKey: last.primaryKey },
    };
  },
  (random, blocks) => Array.from({ length: 12 }, () => someQuery(random, blocks)),
);
