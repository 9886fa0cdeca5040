import type { VoterQuery } from '../../queries';
import type { Page, VoterRecord } from '../../records';
import { readVoter } from '../blobs';
import type { SqlSession } from '../session';
import { bytes, fromOrdered, int, ordered, type SqlRow, type SqlValue } from '../values';
import { sqlPage, whereOf } from './sql-page';

/** Voters of all producers of the query, by weight; proxies only where it says so. */
export function readVoters(session: SqlSession, query: VoterQuery): Promise<Page<VoterRecord>> {
  const [first, ...others] = query.producers.map(ordered);
  const proxies: [string, SqlValue][] = query.isProxy === true ? [['voter.is_proxy = ?', 1]] : [];
  if (first === undefined) {
    const where = whereOf(proxies);
    return sqlPage(session, { from: 'voter', where, orderBy: 'weight DESC, owner', page: query }, voterOf);
  }
  const conditions = others.map((producer): [string, SqlValue] => [
    'EXISTS (SELECT 1 FROM vote o WHERE o.producer = ? AND o.owner = v.owner)',
    producer,
  ]);
  return sqlPage(
    session,
    {
      from: 'vote v JOIN voter ON voter.owner = v.owner',
      columns: 'voter.*',
      where: whereOf([['v.producer = ?', first], ...conditions, ...proxies]),
      orderBy: 'v.weight DESC, v.owner',
      page: query,
    },
    voterOf,
  );
}

const voterOf = (row: SqlRow): VoterRecord => ({
  owner: fromOrdered(row.owner),
  ...readVoter(bytes(row.voter)),
  blockNum: int(row.block),
});
