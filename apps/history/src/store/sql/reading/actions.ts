import { equalBytes } from '@app/antelope';
import { matchesConditions } from '../../matching';
import { numberFromId } from '../../positions';
import type { AbiQuery, ActionQuery } from '../../queries';
import { type ActionRecord, limitedTotal, type Page } from '../../records';
import { inList } from '../in-list';
import { fieldNumber } from '../payload';
import type { SqlSession } from '../session';
import { bytes } from '../values';
import { readActionPage, readActions } from './action-records';
import { actionBounds, isUnbounded, type Bounds } from './bounds';
import { findName, findNames, findPairs } from './ids';
import type { Names } from './names';
import { narrowedScan, type FoundSequences } from './narrowed-scan';
import { keepMatching, MAX_PARTS, scanCount, scanOf, scanStatement, type Condition, type Scan } from './scan';
import { readAbi } from './schedules';
import { countOf, typesWithActions } from './totals';
import { findTransaction } from './transactions';

/** Rows that one search may look at: about 200 ms. */
export interface SearchLimits {
  readonly maxRows: number;
  /** Of those, the ones that are read whole. */
  readonly maxDecodedRows: number;
}

/** How far the sizes of two index ranges are compared. */
const ESTIMATE_LIMIT = 5_000;
const NOTHING = { items: [], total: { value: 0, relation: 'eq' } } as const;

/** One condition: the index that serves it, and the check of a sequence against it. */
interface IndexedCondition {
  readonly scan: Scan | undefined;
  readonly table: Scan['table'];
  readonly check: Condition;
}

export async function searchActions(
  session: SqlSession,
  names: Names,
  query: ActionQuery,
  limits: SearchLimits,
): Promise<Page<ActionRecord>> {
  const bounds = await boundsOf(session, query);
  if (bounds === undefined) return NOTHING;
  const account = query.account === undefined ? undefined : await findName(session, query.account);
  if (query.account !== undefined && account === undefined) return NOTHING;
  const types = await typesOf(session, query, account ?? 0);
  const fields = await fieldConditions(session, query);
  if (types?.length === 0 || fields === undefined) return NOTHING;

  const hasConditions =
    query.isWanted !== undefined ||
    Object.values(query.conditions ?? {}).some((value) => value !== undefined);
  const indexed = [...accountAndTypes(account, types), ...fields];
  const [driver = { scan: scanOf('action'), others: [] }] = [await bestDriver(session, indexed, bounds)];
  if (driver.others.length === 0 && !hasConditions) {
    const isCounted = fields.length === 0 && isUnbounded(bounds);
    const matches = isCounted
      ? await countOf(session, account ?? 0, types)
      : await scanCount(session, driver.scan, bounds, query.countUpTo + 1);
    const page = scanStatement(driver.scan, bounds, query);
    return {
      items: await readActionPage(session, names, page, query.order),
      total: limitedTotal(matches, query.countUpTo),
    };
  }
  const found = await narrowed(session, names, query, driver, bounds, hasConditions, limits);
  return { items: await readActions(session, names, found.sequences), total: found.total };
}

interface Driver {
  readonly scan: Scan;
  readonly others: readonly IndexedCondition[];
}

/** The index range with the fewest rows; the other conditions are checked for each of them. */
async function bestDriver(
  session: SqlSession,
  conditions: readonly IndexedCondition[],
  bounds: Bounds,
): Promise<Driver> {
  const usable = conditions.filter(({ scan }) => scan !== undefined);
  let best: { scan: Scan; condition: IndexedCondition; size: number } | undefined;
  for (const condition of usable) {
    const { scan } = condition;
    if (scan === undefined) continue;
    const size = usable.length === 1 ? 0 : await scanCount(session, scan, bounds, ESTIMATE_LIMIT);
    if (best === undefined || size < best.size) best = { scan, condition, size };
  }
  if (best === undefined) return { scan: scanOf('action'), others: conditions };
  const { scan, condition } = best;
  return { scan, others: conditions.filter((other) => other !== condition) };
}

async function narrowed(
  session: SqlSession,
  names: Names,
  query: ActionQuery,
  { scan, others }: Driver,
  bounds: Bounds,
  hasConditions: boolean,
  limits: SearchLimits,
): Promise<FoundSequences> {
  const keep = async (candidates: readonly bigint[]): Promise<readonly bigint[]> => {
    let kept = candidates;
    for (const { table, check } of others) kept = await keepMatching(session, table, check, kept);
    if (!hasConditions) return kept;
    const records = await readActions(session, names, kept);
    const found: bigint[] = [];
    const abis = { abi: (abi: AbiQuery) => readAbi(session, abi) };
    for (const record of records.filter((each) => meetsConditions(query, each)))
      if ((await query.isWanted?.(record, abis)) !== false) found.push(record.globalSequence);
    return found;
  };
  const maxRows = hasConditions ? limits.maxDecodedRows : limits.maxRows;
  return narrowedScan(session, scan, bounds, query, keep, { maxRows, narrowBy: narrowBy(query) });
}

/** Parameters that would narrow the search: those that it does not have yet. */
const narrowBy = ({ account, filters = [], range = {} }: ActionQuery): string[] => [
  ...(account === undefined ? ['account'] : []),
  ...(filters.length === 0 ? ['filter'] : []),
  `a ${Object.keys(range).length === 0 ? '' : 'smaller '}range of blocks (after, before, block_num)`,
];

const meetsConditions = (query: ActionQuery, { transaction, ...action }: ActionRecord): boolean =>
  matchesConditions(query.conditions ?? {}, {
    block: transaction.block,
    transaction,
    action: { ...action, accounts: [], fields: [] },
  });

/** Bounds of the range, the transaction and the block of a query. */
async function boundsOf(session: SqlSession, query: ActionQuery): Promise<Bounds | undefined> {
  let range = query.range ?? {};
  const blockId = query.conditions?.blockId;
  if (blockId !== undefined) {
    const num = numberFromId(blockId);
    const [block] = await session.all('SELECT id FROM block WHERE num = ?', [num]);
    if (block === undefined || !equalBytes(bytes(block.id), blockId)) return undefined;
    range = {
      ...range,
      fromBlock: Math.max(range.fromBlock ?? 0, num),
      toBlock: Math.min(range.toBlock ?? num, num),
    };
  }
  const bounds = await actionBounds(session, range);
  if (bounds === undefined || query.transactionId === undefined) return bounds;
  const found = await findTransaction(session, query.transactionId);
  if (found === undefined) return undefined;
  const from = found.firstSequence > bounds.from ? found.firstSequence : bounds.from;
  const to = found.lastSequence < bounds.to ? found.lastSequence : bounds.to;
  return from > to ? undefined : { from, to };
}

/** Numbers of the actions that the filters mean; undefined without filters. */
async function typesOf(
  session: SqlSession,
  query: ActionQuery,
  account: number,
): Promise<number[] | undefined> {
  const filters = query.filters ?? [];
  if (filters.length === 0) return undefined;
  if (filters.some(({ code, name }) => code === undefined && name === undefined)) return undefined;
  const types = new Set<number>();
  for (const { code, name } of filters)
    for (const type of await findPairs(session, 'action_type', code, name)) types.add(type);
  return typesWithActions(session, account, [...types]);
}

/** At most one condition: of the account with its types, or of the types. */
function accountAndTypes(
  account: number | undefined,
  types: readonly number[] | undefined,
): IndexedCondition[] {
  if (account === undefined) {
    if (types === undefined) return [];
    const check = typeCondition(types);
    const parts = types.map((type): Condition => ({ sql: 'type = ?', params: [type] }));
    return [{ scan: types.length > MAX_PARTS ? undefined : scanOf('action', parts), table: 'action', check }];
  }
  const ofAccount: Condition = { sql: 'account = ?', params: [account] };
  const table = 'action_account';
  if (types === undefined) return [{ scan: scanOf(table, [ofAccount]), table, check: ofAccount }];
  const ofTypes = typeCondition(types);
  if (types.length > MAX_PARTS) {
    return [
      { scan: scanOf(table, [ofAccount]), table, check: ofAccount },
      { scan: undefined, table: 'action', check: ofTypes },
    ];
  }
  const parts = types.map((type): Condition => ({
    sql: 'account = ? AND type = ?',
    params: [account, type],
  }));
  const check = { sql: `account = ? AND ${ofTypes.sql}`, params: [account, ...ofTypes.params] };
  return [{ scan: scanOf(table, parts), table, check }];
}

function typeCondition(types: readonly number[]): Condition {
  const { placeholders, params } = inList(types);
  return { sql: `type IN ${placeholders}`, params };
}

/** Undefined when a field has none of the wanted values anywhere. */
async function fieldConditions(
  session: SqlSession,
  query: ActionQuery,
): Promise<IndexedCondition[] | undefined> {
  const conditions: IndexedCondition[] = [];
  for (const { field, values } of query.fields ?? []) {
    const ids = await findNames(session, values);
    if (ids.length === 0) return undefined;
    const { placeholders, params } = inList(ids);
    const number = fieldNumber(field);
    const parts = ids.map((id): Condition => ({ sql: 'field = ? AND value = ?', params: [number, id] }));
    conditions.push({
      scan: ids.length > MAX_PARTS ? undefined : scanOf('action_field', parts),
      table: 'action_field',
      check: { sql: `field = ? AND value IN ${placeholders}`, params: [number, ...params] },
    });
  }
  return conditions;
}
