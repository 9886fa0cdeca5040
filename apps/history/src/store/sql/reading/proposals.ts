import type { Name } from '../../../derive/name';
import { pageOf } from '../../paging';
import type { ProposalQuery } from '../../queries';
import type { Page, ProposalRecord } from '../../records';
import { readApprovals } from '../blobs';
import { PROPOSAL_STATUS } from '../proposal-writes';
import { inList } from '../in-list';
import type { SqlSession } from '../session';
import { bytes, fromOrdered, int, long, ordered, type SqlRow, type SqlValue } from '../values';
import { sqlPage, type Where, whereOf } from './sql-page';

const ORDER = 'block DESC, seq DESC, proposer, name';
const OF_ACTOR =
  'EXISTS (SELECT 1 FROM proposal_actor a WHERE a.proposer = proposal.proposer AND a.name = proposal.name AND a.seq = proposal.seq AND';

export async function readProposals(
  session: SqlSession,
  query: ProposalQuery,
): Promise<Page<ProposalRecord>> {
  const conditions: [string, SqlValue][] = [];
  if (query.proposer !== undefined) conditions.push(['proposer = ?', ordered(query.proposer)]);
  if (query.name !== undefined) conditions.push(['name = ?', ordered(query.name)]);
  for (const actor of [query.requested?.actor, query.provided?.actor])
    if (actor !== undefined) conditions.push([`${OF_ACTOR} a.actor = ?)`, ordered(actor)]);
  if (query.status !== undefined) conditions.push(['status = ?', PROPOSAL_STATUS.indexOf(query.status)]);
  const where = withActors(whereOf(conditions), query.accounts);
  if (query.requested === undefined && query.provided === undefined)
    return sqlPage(session, { from: 'proposal', where, orderBy: ORDER, page: query }, proposalOf);
  const rows = await session.all(`SELECT * FROM proposal${where.sql} ORDER BY ${ORDER}`, where.params);
  const found = rows
    .map(proposalOf)
    .filter(({ requested, provided }) => has(requested, query.requested) && has(provided, query.provided));
  return pageOf(found, query);
}

/** Besides, one of the actors is in a list of the proposal. */
function withActors({ sql, params }: Where, actors: readonly Name[] | undefined): Where {
  if (actors === undefined) return { sql, params };
  const list = inList(actors.map(ordered));
  const condition = `${OF_ACTOR} a.actor IN ${list.placeholders})`;
  return {
    sql: sql === '' ? ` WHERE ${condition}` : `${sql} AND ${condition}`,
    params: [...params, ...list.params],
  };
}

const has = (levels: ProposalRecord['requested'], wanted: ProposalQuery['requested']): boolean =>
  wanted === undefined ||
  levels.some(
    ({ actor, permission }) =>
      actor === wanted.actor && (wanted.permission === undefined || permission === wanted.permission),
  );

function proposalOf(row: SqlRow): ProposalRecord {
  const closed = long(row.closed);
  return {
    proposer: fromOrdered(row.proposer),
    name: fromOrdered(row.name),
    globalSequence: long(row.seq),
    blockNum: int(row.block),
    timeMs: int(row.time),
    status: PROPOSAL_STATUS[int(row.status)] ?? 'open',
    transaction: bytes(row.trx),
    ...readApprovals(bytes(row.approvals)),
    closedSequence: closed < 0n ? undefined : closed,
  };
}
