import { matchesConditions } from '../../matching';
import type { AbiQuery, ActionQuery } from '../../queries';
import { type ActionRecord, limitedTotal, type Page } from '../../records';
import { inList } from '../in-list';
import { fieldNumber } from '../payload';
import type { SqlSession } from '../session';
import { readActionPage, readActions, readSizedActions, type SizedActions } from './action-records';
import { actionQueryBounds, rangesCondition, transactionRanges } from './action-bounds';
import { countedTotal } from './counted-total';
import { boundsBehind, isUnbounded, type Bounds } from './bounds';
import { findName, findNames, findPairs } from './ids';
import type { Names } from './names';
import {
  type Candidate,
  keepSized,
  narrowedScan,
  type FoundSequences,
  type KeptSequences,
} from './narrowed-scan';
import { totalAfterPage } from './page-total';
import {
  isMerged,
  keepMatching,
  MAX_PARTS,
  reachesCold,
  scanCount,
  scanOf,
  scanPage,
  scanStatement,
  type Condition,
  type IndexedCondition,
  type Scan,
} from './scan';
import type { SearchWork } from './search-work';
import { readAbi } from './schedules';
import { countOf, typesWithActions } from './totals';

/** How far the sizes of two index ranges are compared. */
const ESTIMATE_LIMIT = 5_000;
const NOTHING = { items: [], total: { value: 0, relation: 'eq' } } as const;

export async function searchActions(
  session: SqlSession,
  names: Names,
  query: ActionQuery,
  work: SearchWork,
): Promise<Page<ActionRecord>> {
  const ranges = await transactionRanges(session, query);
  const bounds = await actionQueryBounds(session, query, ranges);
  if (bounds === undefined) return NOTHING;
  // Receivers and actors have the index of accounts; the condition itself is checked besides.
  const accounts = await accountsOf(session, query);
  if (accounts === undefined) return NOTHING;
  const [account, ...otherAccounts] = accounts;
  const types = await typesOf(session, query, account ?? 0);
  const fields = await fieldConditions(session, query);
  if (types?.length === 0 || fields === undefined) return NOTHING;

  const hasConditions =
    query.isWanted !== undefined ||
    Object.values(query.conditions ?? {}).some((value) => value !== undefined);
  const isPlain = fields.length === 0 && !hasConditions;
  const ofTypes = accountAndTypes({
    account,
    types,
    contract: await contractOf(session, query),
    pageEnd: isPlain ? query.skip + query.limit : undefined,
  });
  const indexed = [...ofTypes, ...otherAccounts.map(accountCondition), ...fields, ...rangesCondition(ranges)];
  const driver = await bestDriver(session, indexed, bounds);
  const exact =
    isPlain && isUnbounded(bounds)
      ? limitedTotal(await countOf(session, account ?? 0, types), query.countUpTo)
      : undefined;
  if (driver.others.length === 0 && !hasConditions) {
    const { found, ...page } = await readPage(
      session,
      names,
      driver.scan,
      boundsBehind(bounds, query),
      query,
    );
    const count = () => countedTotal(session, driver.scan, bounds, query.countUpTo, work);
    return { ...page, total: exact ?? (await totalAfterPage(query, found, count)) };
  }
  const search = exact === undefined ? query : { ...query, countUpTo: 0 };
  const found = await narrowed(session, names, search, driver, bounds, hasConditions, work);
  const { items, isCut } = await readSizedActions(session, names, found.sequences, query);
  return { items, ...(isCut ? { isCut } : {}), total: exact ?? found.total };
}

async function readPage(
  session: SqlSession,
  names: Names,
  scan: Scan,
  bounds: Bounds | undefined,
  query: ActionQuery,
): Promise<SizedActions> {
  if (bounds === undefined) return { items: [], found: 0 };
  if (scan.parts.length > MAX_PARTS || reachesCold(session, scan, bounds))
    return readSizedActions(session, names, await scanPage(session, scan, bounds, query), query);
  return readActionPage(session, names, scanStatement(scan, bounds, query), query);
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
  work: SearchWork,
): Promise<FoundSequences> {
  const abis = { abi: (abi: AbiQuery) => readAbi(session, abi) };
  const read = async (part: readonly bigint[]): Promise<Candidate[]> =>
    (await readActions(session, names, part))
      .filter((record) => meetsConditions(query, record))
      .map((record) => ({
        sequence: record.globalSequence,
        isWanted: () => query.isWanted?.(record, abis) ?? true,
      }));
  const keep = async (candidates: readonly bigint[]): Promise<KeptSequences> => {
    let kept = candidates;
    for (const { table, check } of others) kept = await keepMatching(session, table, check, kept);
    return hasConditions ? keepSized(session, 'action', kept, work, read) : { found: kept };
  };
  const check = { keep, isDecoding: hasConditions, narrowBy: narrowBy(query) };
  return narrowedScan(session, scan, bounds, query, check, work);
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

/** Numbers of the accounts that every action of the query has as receiver or actor; undefined: one is not known. */
async function accountsOf(
  session: SqlSession,
  { account, conditions = {} }: ActionQuery,
): Promise<number[] | undefined> {
  const wanted = new Set([account, conditions.receiver, conditions.actor]);
  const ids: number[] = [];
  for (const each of wanted) {
    if (each === undefined) continue;
    const id = await findName(session, each);
    if (id === undefined) return undefined;
    ids.push(id);
  }
  return ids;
}

function accountCondition(id: number): IndexedCondition {
  const check = { sql: 'account = ?', params: [id] };
  return { scan: scanOf('action_account', [check]), table: 'action_account', check };
}

/** The contract that all filters name. */
async function contractOf(session: SqlSession, { filters = [] }: ActionQuery): Promise<number | undefined> {
  const [code, ...others] = new Set(filters.map((filter) => filter.code));
  return code === undefined || others.length > 0 ? undefined : findName(session, code);
}

/**
 * The condition of the account with its types, or of the types. Types whose ranges cannot be merged are checked for each
 * action of the account; without one, of the contract, which receives its own actions.
 * @property pageEnd given: nothing else is checked
 */
function accountAndTypes({
  account,
  types,
  contract,
  pageEnd = Infinity,
}: {
  readonly account: number | undefined;
  readonly types: readonly number[] | undefined;
  readonly contract: number | undefined;
  readonly pageEnd: number | undefined;
}): IndexedCondition[] {
  const table = 'action_account';
  const all = account ?? contract;
  if (types === undefined) return account === undefined ? [] : [accountCondition(account)];
  const ofTypes = typeCondition(types);
  if (!isMerged(types.length, pageEnd))
    return [
      ...(all === undefined ? [] : [accountCondition(all)]),
      { scan: undefined, table: 'action', check: ofTypes },
    ];
  if (account === undefined) {
    const parts = types.map((type): Condition => ({ sql: 'type = ?', params: [type] }));
    return [{ scan: scanOf('action', parts), table: 'action', check: ofTypes }];
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
