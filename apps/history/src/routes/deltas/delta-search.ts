import type { Name } from '../../derive/name';
import { boundsOf } from '../../parameters/bounds';
import { cursorOf } from '../../parameters/cursor';
import { nameOf } from '../../parameters/filters';
import { badRequest } from '../../parameters/history-error';
import { expressionOf } from '../../parameters/member-expression';
import { orderOf, pageOf, trackOf } from '../../parameters/page';
import { intersection, rangeOfBounds } from '../../parameters/ranges';
import { scopeOf } from '../../parameters/scope';
import { bound32, uint64Of } from '../../parameters/uint';
import type { DeltaQuery } from '../../store/queries';
import type { HistoryDeltasQuery } from './deltas.dto';

const LIMITS = { unset: 10, max: 1000 };
const KEY = /^\d{1,20}$/;

/** @throws HistoryError */
export function deltaSearchOf(query: HistoryDeltasQuery): DeltaQuery {
  const { code, scope, table, payer, present, primary_key, sort, track, block_num, cursor } = query;
  const order = orderOf(sort);
  const columns = {
    code: namesOf('code', code, (text) => nameOf('code', text)),
    scope: namesOf('scope', scope, scopeOf),
    table: namesOf('table', table, (text) => nameOf('table', text)),
    payer: namesOf('payer', payer, (text) => nameOf('payer', text)),
  };
  const names = {
    ...Object.fromEntries(Object.entries(columns).map(([member, names]) => [member, singleName(names)])),
    isWanted: isWantedOf(columns),
    primaryKey: keyOf(primary_key),
    present: presentOf(present),
  };
  return {
    ...pageOf(query, LIMITS),
    ...Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined)),
    range: intersection([
      rangeOfBounds(boundsOf(query)),
      block_num === undefined ? {} : { fromBlock: bound32(block_num), toBlock: bound32(block_num) },
    ]),
    order,
    ...cursorOf(cursor),
    countUpTo: trackOf(track),
    isTotalWanted: track !== undefined,
  };
}

/** Alternatives of a column, and names that are excluded. */
interface NameList {
  readonly anyOf: readonly Name[];
  readonly noneOf: readonly Name[];
}

/** `a,b`: one of them; `!a`: not that one. */
function namesOf(member: string, text: string | undefined, read: (text: string) => Name): NameList {
  const { anyOf, noneOf } = expressionOf(member, text ?? '', true);
  return { anyOf: anyOf.flat().map(read), noneOf: noneOf.map(read) };
}

/** The one name of a column, which has an index. */
const singleName = ({ anyOf, noneOf }: NameList): Name | undefined =>
  anyOf.length === 1 && noneOf.length === 0 ? anyOf[0] : undefined;

/** The check of the columns with several names; undefined when there is none. */
function isWantedOf(
  columns: Readonly<Record<'code' | 'scope' | 'table' | 'payer', NameList>>,
): DeltaQuery['isWanted'] {
  const lists = (['code', 'scope', 'table', 'payer'] as const)
    .map((column) => ({ column, ...columns[column] }))
    .filter(({ anyOf, noneOf }) => anyOf.length > 1 || noneOf.length > 0);
  if (lists.length === 0) return undefined;
  return (delta) =>
    lists.every(
      ({ column, anyOf, noneOf }) =>
        (anyOf.length === 0 || anyOf.includes(delta[column])) && !noneOf.includes(delta[column]),
    );
}

function keyOf(key: string | undefined): bigint | undefined {
  if (key === undefined || key === '') return undefined;
  if (!KEY.test(key)) return nameOf('primary_key', key);
  return uint64Of('primary_key', key);
}

function presentOf(present: number | undefined): boolean | undefined {
  if (present === undefined) return undefined;
  if (present !== 0 && present !== 1) throw badRequest('present: must be 0 or 1');
  return present === 1;
}
