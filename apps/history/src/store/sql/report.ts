import type { IndexReport } from '../port';
import type { SqlSession } from './session';
import { bytes, int } from './values';

/** The last report of the process that writes. */
export async function readReport(session: SqlSession): Promise<IndexReport> {
  const [row] = await session.all('SELECT connected, node_head, error FROM index_report');
  if (row === undefined) return { isConnected: false, nodeHeadNum: undefined, error: undefined };
  const nodeHeadNum = int(row.node_head);
  const error = new TextDecoder().decode(bytes(row.error));
  return {
    isConnected: int(row.connected) === 1,
    nodeHeadNum: nodeHeadNum === 0 ? undefined : nodeHeadNum,
    error: error === '' ? undefined : error,
  };
}
