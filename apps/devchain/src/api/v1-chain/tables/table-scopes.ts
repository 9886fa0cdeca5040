import { nameFromValue, nameToValue } from '@app/antelope';
import type { ScopeRecord } from '../../../kernel/store/scopes';
import { flag, integer, name, optional, text } from '../../nodeos/parameters';
import { endpoint } from '../../nodeos/route';
import { readKey64 } from './table-bounds';
import { scan } from './table-scan';

/** Leap 5 looks at no more tables than this for one answer. */
const MAX_SCANNED = 1000;
const U64_MAX = (1n << 64n) - 1n;

/**
 * The limit counts the tables that are looked at, not those that the table filter lets through: a page may be
 * empty and still say `more`.
 */
export const getTableByScope = endpoint(
  {
    code: name,
    table: name,
    lower_bound: text(),
    upper_bound: text(),
    limit: integer(10),
    reverse: flag(),
    time_limit_ms: optional(integer(0)),
  },
  (node, query) => {
    const lower = query.lower_bound === '' ? undefined : readKey64(query.lower_bound, 'lower_bound scope');
    const upper = query.upper_bound === '' ? undefined : readKey64(query.upper_bound, 'upper_bound scope');
    if (lower !== undefined && upper !== undefined && upper < lower) return { rows: [], more: '' };
    const tables = node.chain.scopes({ code: query.code, lower, upper, reverse: query.reverse });
    const wanted = query.table === '' ? undefined : nameToValue(query.table);
    const inRange = wanted === undefined ? tables : withoutEdges(tables, { lower, upper, wanted });
    const { taken, next } = scan(
      inRange,
      Math.min(query.limit, MAX_SCANNED),
      node.budget(query.time_limit_ms),
    );
    return {
      rows: taken
        .filter(({ table }) => wanted === undefined || table === wanted)
        .map(({ code, scope, table, payer, count }) => ({
          code,
          scope: nameFromValue(scope),
          table: nameFromValue(table),
          payer,
          count,
        })),
      more: next === undefined ? '' : nameFromValue(next.scope),
    };
  },
);

/** The bounds are bounds on (scope, table): at the outermost scopes tables beyond the wanted one are outside. */
function* withoutEdges(
  tables: Iterable<ScopeRecord>,
  { lower = 0n, upper = U64_MAX, wanted }: { lower?: bigint; upper?: bigint; wanted: bigint },
): Generator<ScopeRecord> {
  for (const each of tables) {
    const isOutside =
      (each.scope === lower && each.table < wanted) || (each.scope === upper && each.table > wanted);
    if (!isOutside) yield each;
  }
}
