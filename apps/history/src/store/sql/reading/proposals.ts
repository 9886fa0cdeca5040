import type { Name } from '../../../derive/name';
import { isProposalWanted } from '../../matching';
import type { ProposalQuery } from '../../queries';
import type { Page, ProposalRecord } from '../../records';
import { readApprovals } from '../blobs';
import { PROPOSAL_STATUS } from '../proposal-writes';
import type { SqlSession } from '../session';
import { bytes, fromOrdered, int, long, ordered, type SqlRow } from '../values';
import { checkedPage, sqlPage, type Where, whereOf } from './sql-page';

const ORDER = 'seq DESC, block DESC, proposer, name';
/** Those of a list of one actor, in the order of its index. */
const OF_ACTOR = 'proposal_actor a JOIN proposal USING (proposer, name, seq)';

/** The list of an index, and whether it has all conditions of the query. */
interface Source {
  readonly from: string;
  readonly where: Where;
  readonly orderBy: string;
  readonly isExact: boolean;
}

/** All but the packed transaction, which may have half a megabyte: too much to be read for each row that is checked. */
const CHECKED_COLUMNS = ['proposer', 'name', 'seq', 'block', 'time', 'status', 'approvals', 'closed']
  .map((column) => `proposal.${column}`)
  .join(', ');
const NO_BYTES = new Uint8Array();

/** A page of proposals, newest first. */
export async function readProposals(
  session: SqlSession,
  query: ProposalQuery,
): Promise<Page<ProposalRecord>> {
  const { isExact, ...source } = sourceOf(query);
  const list = { ...source, page: query };
  if (isExact) return sqlPage(session, { ...list, columns: 'proposal.*' }, proposalOf);
  const { items, total } = await checkedPage(session, { ...list, columns: CHECKED_COLUMNS }, proposalOf, {
    isWanted: (proposal) => isProposalWanted(query, proposal),
    narrowBy: narrowBy(query),
  });
  return { items: await withTransactions(session, items), total };
}

/** Parameters that would narrow the search: those that it does not have yet. */
const narrowBy = ({ proposer, accounts, status }: ProposalQuery): string[] => [
  ...(proposer === undefined ? ['proposer'] : []),
  ...(accounts === undefined ? ['account'] : []),
  ...(status === undefined ? ['executed'] : []),
];

async function withTransactions(
  session: SqlSession,
  proposals: readonly ProposalRecord[],
): Promise<ProposalRecord[]> {
  const found: ProposalRecord[] = [];
  for (const proposal of proposals) {
    const key = [ordered(proposal.proposer), ordered(proposal.name), proposal.globalSequence];
    const [row] = await session.all(
      'SELECT trx FROM proposal WHERE proposer = ? AND name = ? AND seq = ?',
      key,
    );
    found.push({ ...proposal, transaction: bytes(row?.trx) });
  }
  return found;
}

/** The index with the fewest rows by its kind: of one name, of an actor, of a proposer, of a status. */
function sourceOf(query: ProposalQuery): Source {
  const { proposer, name, accounts, requested, provided, status } = query;
  const given = Object.entries({ proposer, name, accounts, requested, provided, status }).filter(
    ([, value]) => value !== undefined,
  ).length;
  const own = (conditions: Parameters<typeof whereOf>[0]): Source => ({
    from: 'proposal',
    where: whereOf(conditions),
    orderBy: ORDER,
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
      isExact: given === 1 && accounts !== undefined,
    };
  return own(status === undefined ? [] : [['status = ?', PROPOSAL_STATUS.indexOf(status)]]);
}

/** An actor that each proposal of the query has in one of its lists. */
const actorOf = ({ accounts = [], requested, provided }: ProposalQuery): Name | undefined =>
  requested?.actor ?? provided?.actor ?? (accounts.length === 1 ? accounts[0] : undefined);

function proposalOf(row: SqlRow): ProposalRecord {
  const closed = long(row.closed);
  return {
    proposer: fromOrdered(row.proposer),
    name: fromOrdered(row.name),
    globalSequence: long(row.seq),
    blockNum: int(row.block),
    timeMs: int(row.time),
    status: PROPOSAL_STATUS[int(row.status)] ?? 'open',
    transaction: row.trx === undefined ? NO_BYTES : bytes(row.trx),
    ...readApprovals(bytes(row.approvals)),
    closedSequence: closed < 0n ? undefined : closed,
  };
}
