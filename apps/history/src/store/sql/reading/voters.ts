import type { VoterQuery } from '../../queries';
import type { Page, VoterRecord } from '../../records';
import { readVoter } from '../blobs';
import type { SqlSession } from '../session';
import { bytes, fromOrdered, int, ordered, type SqlRow } from '../values';
import { checkedPage, sqlPage, whereOf } from './sql-page';

/** Those of one producer, in the order of its index. */
const OF_PRODUCER = { from: 'vote v JOIN voter ON voter.owner = v.owner', orderBy: 'v.weight DESC, v.owner' };
const ALL = { from: 'voter', orderBy: 'weight DESC, owner' };

/**
 * Voters of all producers of the query, by weight; proxies only where it says so. The list of one index is read, and
 * checked row by row where the query has more conditions than that index.
 * @throws BroadQueryError when too many rows would be checked
 */
export function readVoters(session: SqlSession, query: VoterQuery): Promise<Page<VoterRecord>> {
  const { producers, isProxy } = query;
  const [first, ...others] = producers;
  if (isProxy === true) {
    const list = { ...ALL, where: whereOf([['voter.is_proxy = ?', 1]]), page: query };
    if (first === undefined) return sqlPage(session, list, voterOf);
    return checkedPage(session, list, voterOf, { isWanted: votesFor(producers), narrowBy: ['a lower skip'] });
  }
  if (first === undefined) return sqlPage(session, { ...ALL, where: whereOf([]), page: query }, voterOf);
  const where = whereOf([['v.producer = ?', ordered(first)]]);
  const list = { ...OF_PRODUCER, columns: 'voter.*', where, page: query };
  if (others.length === 0) return sqlPage(session, list, voterOf);
  return checkedPage(session, list, voterOf, { isWanted: votesFor(others), narrowBy: ['is_proxy'] });
}

const votesFor =
  (producers: VoterQuery['producers']) =>
  (voter: VoterRecord): boolean =>
    producers.every((producer) => voter.producers.includes(producer));

const voterOf = (row: SqlRow): VoterRecord => ({
  owner: fromOrdered(row.owner),
  ...readVoter(bytes(row.voter)),
  blockNum: int(row.block),
});
