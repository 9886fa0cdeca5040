import { createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '../loopback-server';

/** A proxy of a node that returns at most `maxRows` rows at once, as a node that runs out of time does. */
export interface RowLimitedNode {
  readonly url: string;
  /** Paths of the received requests, without those of get_info: the gateway polls the head of its nodes. */
  readonly requests: string[];
  maxRows: number;
  /** The limited table; every table when undefined. */
  table: string | undefined;
  /** Rows by scope that the node has beside those of the chain: of a contract that the chain does not run. */
  readonly rows: Map<string, readonly object[]>;
  /** Called with each request, and asks the chain: its answer is that of the node. */
  gate: (body: string, ask: () => Promise<Response>) => Promise<Response>;
  close(): Promise<void>;
}

export async function startRowLimitedNode(nodeUrl: string): Promise<RowLimitedNode> {
  const server = createServer((request, response) => {
    (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      let body = Buffer.concat(chunks).toString();
      if (request.url !== '/v1/chain/get_info') node.requests.push(request.url ?? '');
      if (request.url === '/v1/chain/get_table_rows') {
        const query = JSON.parse(body) as { table: string; scope: string; limit?: number };
        const rows = node.rows.get(query.scope);
        if (rows !== undefined) {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ rows, more: false, next_key: '' }));
          return;
        }
        if (node.table === undefined || node.table === query.table)
          body = JSON.stringify({ ...query, limit: Math.min(query.limit ?? 10, node.maxRows) });
      }
      const ask = () => fetch(`${nodeUrl}${request.url ?? ''}`, { method: 'POST', body });
      const answer = await node.gate(body, ask);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      // The chain may close while the gateway probes its node: the spec does not fail then.
    })().catch(() => response.destroy());
  });
  const url = await listenOnLoopback(server);
  const node: RowLimitedNode = {
    url,
    requests: [],
    maxRows: Infinity,
    table: undefined,
    rows: new Map(),
    gate: (_, ask) => ask(),
    close: () => closeServer(server),
  };
  return node;
}
