import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { connectionFailure } from '../node/connection-failure';
import { NodeFailure } from '../node/errors';
import type { UpstreamNode } from '../node/upstream-node';

/** A request whose answer stays open: a long poll, or an upgrade to a websocket. */
export interface StreamRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query below the node's base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** A node's answer whose body nothing has read yet, or the connection after the change of the protocol. */
export type NodeOpening =
  | { readonly kind: 'answer'; readonly answer: IncomingMessage }
  | {
      readonly kind: 'switched';
      readonly socket: Duplex;
      /** Bytes of the new protocol that came with the answer. */
      readonly head: Buffer;
      readonly headers: IncomingMessage['headers'];
    };

/** Lower numbers are no status, though the parser of Node takes them: writing one to a client throws. */
const LOWEST_STATUS = 100;

/**
 * Sends a request on a connection of its own. The owner of the result ends it (`closeOpening`).
 * @param signal ends the request while no answer has begun
 * @throws NodeFailure when none begins
 */
export function openAtNode(
  node: UpstreamNode,
  { method, path, headers, body }: StreamRequest,
  signal: AbortSignal,
): Promise<NodeOpening> {
  const target = node.target(path);
  const isSecure = target.url.startsWith('https:');
  const send = isSecure ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const request = send(target.url, { method, headers: { ...headers, ...target.headers }, agent: false });
    let isSent = false;
    request.once('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => (isSent = true));
    });
    const onAbort = (): void => {
      request.destroy(asError(signal.reason));
    };
    const settle = (opening: NodeOpening): void => {
      signal.removeEventListener('abort', onAbort);
      resolve(opening);
    };
    request.once('upgrade', ({ headers: fields }, socket, head) => {
      // Without a listener the reset of a connection that has no owner yet would end the process.
      socket.on('error', () => undefined);
      settle({ kind: 'switched', socket, head, headers: fields });
    });
    request.once('response', (answer) => {
      answer.on('error', () => undefined);
      const opening = { kind: 'answer', answer } as const;
      if (Number(answer.statusCode) >= LOWEST_STATUS) return settle(opening);
      signal.removeEventListener('abort', onAbort);
      closeOpening(opening);
      reject(new NodeFailure(node.label, 'answers with no status of HTTP', { mayHaveArrived: true }));
    });
    request.on('error', (error) => {
      signal.removeEventListener('abort', onAbort);
      reject(connectionFailure(node.label, error, isSent));
    });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    request.end(body);
  });
}

/** Ends what was opened. */
export function closeOpening(opening: NodeOpening): void {
  if (opening.kind === 'answer') opening.answer.destroy();
  else opening.socket.destroy();
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
