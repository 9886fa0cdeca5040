import type { Name } from '../../../derive/name';
import { BroadQueryError } from '../../errors';
import { EXPIRATION_BYTES, isProposalWanted } from '../../matching';
import { ascending, byAll, descending } from '../../order';
import { cutPage, fittingEntries, MAX_SEARCHED_BYTES } from '../../page-bytes';
import type { ProposalPlace, ProposalQuery } from '../../queries';
import type { Page, ProposalRecord } from '../../records';
import { readApprovals } from '../blobs';
import { slices } from '../in-list';
import { PROPOSAL_STATUS } from '../proposal-writes';
import type { SqlSession } from '../session';
import { bytes, fromOrdered, int, long, ordered, type SqlRow } from '../values';
import type { Condition } from './scan';
import type { SearchWork } from './search-work';
import { listRows, type ListStatement, MAX_CHECKED, sqlPage, whereOf } from './sql-page';

const ORDER = 'seq DESC, block DESC, proposer, name';
/** Those of a list of one actor, in the order of its index. */
const OF_ACTOR = 'proposal_actor a JOIN proposal USING (proposer, name, seq)';

/** The list of an index, and whether it has all conditions of the query. */
interface Source extends Omit<ListStatement, 'columns'> {
  /** Its column of the sequence. */
  readonly sequence: 'seq' | 'a.seq';
  readonly isExact: boolean;
}

/** A proposal of a page, before its values are read. */
interface Entry extends ProposalPlace {
  /** Bytes of its transaction and its approvals: either may have half a megabyte. */
  readonly size: number;
}

const SIZES =
  'proposal.proposer, proposal.name, proposal.seq, proposal.block, length(proposal.approvals) AS approved, length(proposal.trx) AS packed';
/** Columns that conditions without an index are checked with. */
const CHECKED = `${SIZES}, proposal.status, proposal.approvals`;
/**
 * The same for the expiration of the transaction. Databases read the whole of it for its beginning; SQLite has no
 * beginning of one without bytes.
 */
const CHECKED_EXPIRATION = `${CHECKED}, COALESCE(substr(proposal.trx, 1, ${EXPIRATION_BYTES}), proposal.trx) AS trx`;
const NO_BYTES = new Uint8Array();
/** Proposals that one statement reads. */
const MERGED = 16;

const byPlace = byAll<ProposalPlace>(
  descending(({ globalSequence }) => globalSequence),
  descending(({ blockNum }) => blockNum),
  ascending(({ proposer }) => proposer),
  ascending(({ name }) => name),
);

/** Whether a query is more than a page of one index: proposals are read one by one. */
export const isProposalSearch = (query: ProposalQuery): boolean => !sourceOf(query).isExact;

/** A page of proposals, newest first, up to its bytes. @throws BroadQueryError, LargePageError */
export async function readProposals(
  session: SqlSession,
  query: ProposalQuery,
  work: SearchWork,
): Promise<Page<ProposalRecord>> {
  const source = sourceOf(query);
  const found = source.isExact
    ? await listed(session, source, query)
    : await searched(session, source, query, work);
  const { items, isCut } = cutPage(
    found.items,
    found.items.map(({ size }) => size),
    query,
  );
  return { items: await whole(session, items), total: found.total, ...(isCut ? { isCut } : {}) };
}

/** The page of a list. */
const listed = (session: SqlSession, source: Source, query: ProposalQuery): Promise<Page<Entry>> =>
  sqlPage(
    session,
    { ...source, columns: SIZES, page: query, behind: query.behind && behindOf(source, query.behind) },
    entryOf,
  );

const behindOf = (
  { sequence }: Source,
  { globalSequence, blockNum, proposer, name }: ProposalPlace,
): Condition => ({
  sql: `${sequence} <= ? AND (${sequence} < ? OR block < ? OR (block = ? AND (proposer, name) > (?, ?)))`,
  params: [globalSequence, globalSequence, blockNum, blockNum, ordered(proposer), ordered(name)],
});

/**
 * The page of those proposals of a list that meet a condition without an index: the first ones are checked, up to a
 * number, to their bytes and to the time of a search.
 * @throws BroadQueryError when the page is not full by then
 */
async function searched(
  session: SqlSession,
  source: Source,
  query: ProposalQuery,
  work: SearchWork,
): Promise<Page<Entry>> {
  const rows = await listRows(session, { ...source, columns: SIZES }, { skip: 0, limit: MAX_CHECKED + 1 });
  const isExpirationRead = query.expired !== undefined;
  const columns = isExpirationRead ? CHECKED_EXPIRATION : CHECKED;
  const sizes = rows
    .slice(0, MAX_CHECKED)
    .map(({ approved, packed }) => int(approved) + (isExpirationRead ? int(packed) : 0));
  const count = fittingEntries(sizes, MAX_SEARCHED_BYTES);
  const wanted: Entry[] = [];
  let checked = 0;
  do {
    const limit = fittingEntries(sizes.slice(checked, count));
    const part = await listRows(session, { ...source, columns }, { skip: checked, limit });
    for (const row of part) {
      const transaction = isExpirationRead ? bytes(row.trx) : NO_BYTES;
      if (isProposalWanted(query, { ...entryOf(row), ...checkedOf(row), transaction }))
        wanted.push(entryOf(row));
    }
    checked += limit;
  } while (checked < count && (await work.mayContinue()));
  const isWhole = checked === rows.length;
  const { behind, skip, limit } = query;
  const rest = behind === undefined ? wanted : wanted.filter((entry) => byPlace(entry, behind) > 0);
  if (!isWhole && rest.length < skip + limit) throw new BroadQueryError(narrowBy(query));
  return {
    items: rest.slice(skip, skip + limit),
    total: { value: wanted.length, relation: isWhole ? 'eq' : 'gte' },
  };
}

/** Parameters that would narrow the search: those that it does not have yet. */
const narrowBy = ({ proposer, accounts, status }: ProposalQuery): string[] => [
  ...(proposer === undefined ? ['proposer'] : []),
  ...(accounts === undefined ? ['account'] : []),
  ...(status === undefined ? ['executed'] : []),
];

/** The proposals of a page with their values, in its order. */
async function whole(session: SqlSession, entries: readonly Entry[]): Promise<ProposalRecord[]> {
  const found = new Map<string, ProposalRecord>();
  const keyOf = ({ proposer, name, globalSequence }: ProposalPlace): string =>
    `${proposer}/${name}/${globalSequence}`;
  for (const some of slices(entries, MERGED)) {
    const one = `SELECT proposal.*, block.id AS block_id FROM proposal LEFT JOIN block ON block.num = proposal.block WHERE proposer = ? AND name = ? AND seq = ?`;
    const keys = some.map(({ proposer, name, globalSequence }) => [
      ...[ordered(proposer), ordered(name), globalSequence],
    ]);
    for (const row of await session.all(keys.map(() => one).join(' UNION ALL '), keys.flat())) {
      const proposal = proposalOf(row);
      found.set(keyOf(proposal), proposal);
    }
  }
  return entries.flatMap((entry) => found.get(keyOf(entry)) ?? []);
}

/** The index with the fewest rows by its kind: of one name, of an actor, of a proposer, of a status. */
function sourceOf(query: ProposalQuery): Source {
  const { proposer, name, accounts, requested, provided, status, expired } = query;
  const given = Object.entries({ proposer, name, accounts, requested, provided, status, expired }).filter(
    ([, value]) => value !== undefined,
  ).length;
  const own = (conditions: Parameters<typeof whereOf>[0]): Source => ({
    from: 'proposal',
    where: whereOf(conditions),
    orderBy: ORDER,
    sequence: 'seq',
    isExact: given === conditions.length,
  });
  const byName = name === undefined ? [] : [['name = ?', ordered(name)] as const];
  if (proposer !== undefined) return own([['proposer = ?', ordered(proposer)] as const, ...byName]);
  if (name !== undefined) return own(byName);
  const actor = actorOf(query);
  if (actor !== undefined)
    return {
      from: OF_ACTOR,
      where: whereOf([['a.actor = ?', ordered(actor)]]),
      orderBy: 'a.seq DESC, block DESC, a.proposer, a.name',
      sequence: 'a.seq',
      isExact: given === 1 && accounts !== undefined,
    };
  return own(status === undefined ? [] : [['status = ?', PROPOSAL_STATUS.indexOf(status)]]);
}

/** An actor that each proposal of the query has in one of its lists. */
const actorOf = ({ accounts = [], requested, provided }: ProposalQuery): Name | undefined =>
  requested?.actor ?? provided?.actor ?? (accounts.length === 1 ? accounts[0] : undefined);

const placeOf = (row: SqlRow): ProposalPlace => ({
  proposer: fromOrdered(row.proposer),
  name: fromOrdered(row.name),
  globalSequence: long(row.seq),
  blockNum: int(row.block),
});

const entryOf = (row: SqlRow): Entry => ({ ...placeOf(row), size: int(row.approved) + int(row.packed) });

const checkedOf = (row: SqlRow): Pick<ProposalRecord, 'status' | 'requested' | 'provided'> => ({
  status: PROPOSAL_STATUS[int(row.status)] ?? 'open',
  ...readApprovals(bytes(row.approvals)),
});

function proposalOf(row: SqlRow): ProposalRecord {
  const closed = long(row.closed);
  return {
    ...placeOf(row),
    ...checkedOf(row),
    blockId: row.block_id === null ? undefined : bytes(row.block_id),
    timeMs: int(row.time),
    transaction: bytes(row.trx),
    closedSequence: closed < 0n ? undefined : closed,
  };
}
