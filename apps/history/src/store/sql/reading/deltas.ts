import type { DeltaQuery, RowQuery } from '../../queries';
import { cutPage } from '../../page-bytes';
import { blockOfDelta } from '../../positions';
import type { DeltaRecord, Page, RowRecord } from '../../records';
import { BlobReader } from '../blob';
import { inList, slices } from '../in-list';
import type { SqlSession } from '../session';
import { byTier } from '../tiers/tier-windows';
import { bytes, fromOrdered, int, long, ordered, unsigned, type SqlValue } from '../values';
import { ID_BYTES } from './action-records';
import { coldDeltas } from './cold-deltas';
import { countedTotal } from './counted-total';
import { boundsBehind, deltaBounds } from './bounds';
import { deltaPlan } from './delta-plan';
import { findPairs } from './ids';
import type { Names } from './names';
import { keepSized, narrowedScan, type KeptSequences } from './narrowed-scan';
import { totalAfterPage } from './page-total';
import { keepMatching, scanPage } from './scan';
import type { SearchWork } from './search-work';
import { valueSizes } from './value-sizes';

const NOTHING = { items: [], total: { value: 0, relation: 'eq' } } as const;
/** The id of the block and the value are one value of bytes, as in `actionColumns`. See `coldDeltas`. */
const deltaSql = ({ bytesType }: SqlSession): string =>
  `SELECT d.seq, d.tbl, d.scope, d.pk, d.payer, d.present, b.time, b.producer, CAST(b.id || d.value AS ${bytesType}) FROM delta d JOIN block b ON b.num = d.seq / 16777216 WHERE d.seq`;

export async function searchDeltas(
  session: SqlSession,
  names: Names,
  query: DeltaQuery,
  work: SearchWork,
): Promise<Page<DeltaRecord>> {
  const bounds = await deltaBounds(session, query.range ?? {});
  const plan = bounds && (await deltaPlan(session, query));
  if (bounds === undefined || plan === undefined) return NOTHING;
  const { scan, check } = plan;
  const { isWanted } = query;
  if (check === undefined && isWanted === undefined) {
    const pageBounds = boundsBehind(bounds, query);
    const sequences = pageBounds === undefined ? [] : await scanPage(session, scan, pageBounds, query);
    const page = await deltaPage(session, names, sequences, query);
    const count = () => countedTotal(session, scan, bounds, query.countUpTo, work);
    return { ...page, total: await totalAfterPage(query, sequences.length, count) };
  }
  const keep = async (candidates: readonly bigint[]): Promise<KeptSequences> => {
    const kept = check === undefined ? candidates : await keepMatching(session, 'delta', check, candidates);
    if (isWanted === undefined) return { found: kept };
    return keepSized(session, 'delta', kept, work, async (part) =>
      (await readDeltas(session, names, part)).map((record) => ({
        sequence: record.sequence,
        isWanted: () => isWanted(record),
      })),
    );
  };
  const found = await narrowedScan(
    session,
    scan,
    bounds,
    query,
    { keep, isDecoding: isWanted !== undefined, narrowBy: narrowBy(query) },
    work,
  );
  return { ...(await deltaPage(session, names, found.sequences, query)), total: found.total };
}

/** The rows of a page up to its bytes. @throws LargePageError */
async function deltaPage(
  session: SqlSession,
  names: Names,
  sequences: readonly bigint[],
  query: DeltaQuery,
): Promise<Pick<Page<DeltaRecord>, 'items' | 'isCut'>> {
  const { items, isCut } = cutPage(sequences, await valueSizes(session, 'delta', sequences), query);
  return { items: await readDeltas(session, names, items), ...(isCut ? { isCut } : {}) };
}

/** Parameters that would narrow the search: those that it does not have yet. */
const narrowBy = ({ code, table, payer, range = {} }: DeltaQuery): string[] => [
  ...(code === undefined || table === undefined ? ['code and table'] : []),
  ...(payer === undefined ? ['payer'] : []),
  `a ${Object.keys(range).length === 0 ? '' : 'smaller '}range of blocks (after, before, block_num)`,
];

async function readDeltas(
  session: SqlSession,
  names: Names,
  sequences: readonly bigint[],
): Promise<DeltaRecord[]> {
  const found = new Map<bigint, DeltaRecord>();
  const { hot, cold } = byTier(session, 'delta', sequences);
  const add = async (rows: readonly (readonly SqlValue[])[]): Promise<void> => {
    for (const delta of await names.decoding(session, () => rows.map((row) => deltaOf(row, names))))
      found.set(delta.sequence, delta);
  };
  for (const slice of slices(hot)) {
    const { placeholders, params } = inList(slice);
    await add(await session.tuples(`${deltaSql(session)} IN ${placeholders}`, params));
  }
  for (const slice of slices(cold)) await add(await coldDeltas(session, slice));
  return sequences.flatMap((sequence) => found.get(sequence) ?? []);
}

function deltaOf(
  [seq, tbl, scope, primaryKey, payer, present, time, producer, joined]: readonly SqlValue[],
  names: Names,
): DeltaRecord {
  const sequence = long(seq);
  const { code, name: table } = names.tableOf(int(tbl));
  const reader = new BlobReader(bytes(joined));
  const id = reader.take(ID_BYTES);
  return {
    sequence,
    code,
    table,
    scope: names.nameOf(int(scope)),
    primaryKey: unsigned(primaryKey),
    payer: names.nameOf(int(payer)),
    present: int(present) === 1,
    value: reader.rest(),
    block: {
      num: blockOfDelta(sequence),
      id,
      timeMs: int(time),
      producer: names.nameOf(int(producer)),
    },
  };
}

/** Current rows of a table, by scope and primary key. */
export async function readRows(session: SqlSession, query: RowQuery): Promise<RowRecord[]> {
  const { code, table, scope, after, limit } = query;
  const [type] = await findPairs(session, 'table_type', code, table);
  if (type === undefined) return [];
  const conditions = ['tbl = ?'];
  const params: SqlValue[] = [type];
  if (scope !== undefined) {
    conditions.push('scope = ?');
    params.push(ordered(scope));
  }
  if (after !== undefined) {
    conditions.push('(scope, pk) > (?, ?)');
    params.push(ordered(after.scope), ordered(after.primaryKey));
  }
  const rows = await session.all(
    `SELECT * FROM row_state WHERE ${conditions.join(' AND ')} ORDER BY scope, pk LIMIT ?`,
    [...params, limit],
  );
  return rows.map((row) => ({
    code,
    table,
    scope: fromOrdered(row.scope),
    primaryKey: fromOrdered(row.pk),
    payer: fromOrdered(row.payer),
    value: bytes(row.value),
    blockNum: int(row.block),
  }));
}
