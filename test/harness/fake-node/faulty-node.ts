import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { closeServer, listenOnLoopback } from '../loopback-server';

/** A fault instead of an answer; `forward` passes the request to the real node and drops its answer. */
export type Fault = (socket: Socket, response: ServerResponse, forward: () => Promise<unknown>) => unknown;

const send =
  (status: number, type: string, body: string): Fault =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };

export const FAULTS: Readonly<Record<string, Fault>> = {
  'hangs up': (socket) => socket.destroy(),
  'is a proxy with nothing behind it': send(502, 'text/html', '<h1>Bad gateway</h1>'),
  'is busy': send(503, 'application/json', '{}'),
  'answers something else': send(200, 'application/json', '{"hello":1}'),
  'answers far too much': send(200, 'application/json', JSON.stringify('x'.repeat(8 * 2 ** 20))),
};

/** A node in front of a node, which breaks on command. */
export interface FaultyNode {
  readonly port: number;
  /** Requests that are still answered before the fault; of `only` when that is set. */
  answersLeft: number;
  fault: Fault;
  only: string | undefined;
  close(): Promise<void>;
}

export async function faultyNode(nodeUrl: string): Promise<FaultyNode> {
  const server = createServer((request, response) => {
    (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const forward = () =>
        fetch(`${nodeUrl}${request.url ?? ''}`, { method: 'POST', body: Buffer.concat(chunks) });
      const isMeant = node.only === undefined || node.only === request.url;
      if (isMeant && node.answersLeft <= 0) {
        await node.fault(request.socket, response, forward);
        return;
      }
      if (isMeant) node.answersLeft -= 1;
      const answer = await forward();
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      // A chain that closes while the gateway probes its node is no failure of the spec.
    })().catch(() => response.destroy());
  });
  const url = await listenOnLoopback(server);
  const node: FaultyNode = {
    port: Number(new URL(url).port),
    answersLeft: Infinity,
    fault: (socket) => socket.destroy(),
    only: undefined,
    close: () => closeServer(server),
  };
  return node;
}
