import { createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '../../../harness/loopback-server';

const GET_INFO = '/v1/chain/get_info';
const PUSHES = /^\/v1\/chain\/(?:push|send)_/;

/** A node in front of a node. While it is late it answers as it did before: the state of an earlier block. */
export interface LateNode {
  readonly url: string;
  isLate: boolean;
  close(): Promise<void>;
}

export async function startLateNode(nodeUrl: string): Promise<LateNode> {
  const answers = new Map<string, { readonly status: number; readonly text: string }>();
  const server = createServer((request, response) => {
    (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { url: path = '' } = request;
      const body = Buffer.concat(chunks).toString('utf8');
      const key = path === GET_INFO ? path : `${path} ${body}`;
      // It has no transaction that came later, and takes none.
      if (node.isLate && PUSHES.test(path)) throw new Error('late');
      let answer = node.isLate ? answers.get(key) : undefined;
      if (answer === undefined) {
        const real = await fetch(`${nodeUrl}${path}`, { method: 'POST', body });
        answer = { status: real.status, text: await real.text() };
        answers.set(key, answer);
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
    })().catch(() => response.destroy());
  });
  const url = await listenOnLoopback(server);
  const node: LateNode = { url, isLate: false, close: () => closeServer(server) };
  return node;
}
