import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorInWords, toolError } from '@app/chain-tools';
import { ToolError } from '@app/tooling';

const KINDS: Readonly<Record<string, 'REQUEST_HEAD_TOO_LARGE' | 'REQUEST_TIMEOUT'>> = {
  HPE_HEADER_OVERFLOW: 'REQUEST_HEAD_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Connections whose last request was refused by its head: the rest of it is no request, and gets no second answer. */
const refused = new WeakSet<Duplex>();

/** Nothing that follows on the connection is answered; it ends with the last answer to a request that has come whole. */
export function refuseRest(socket: Duplex): void {
  refused.add(socket);
}

/**
 * Whether a request can be answered: its connection has not ended, as with the refusal of a late request that comes whole
 * after all, and a request that is not whole may come whole.
 */
export const isAnswerable = ({ socket, complete }: IncomingMessage): boolean =>
  socket.writable && (complete || !refused.has(socket));

/** An answer; a stream has no end of its own. */
type Answer = ServerResponse & { readonly isStream?: boolean };

/** The newest answer of each connection that is or was under way. */
const answers = new WeakMap<Duplex, Answer>();

/** An answer is under way on its connection: until it is finished, nothing else may be written there. */
export function beginAnswer(socket: Duplex, answer: Answer): void {
  answers.set(socket, answer);
}

/**
 * Answers what is not HTTP, or never becomes a whole request; there is no request object to answer on. A client that did
 * not wait for the answers to its requests before, such as a push, would take the refusal for one of them: it gets these
 * answers, and then the end of the connection.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The parser is at its end: the answer that is under way closes the connection.
  if (refused.has(socket)) return;
  const newest = answers.get(socket);
  const answer = newest?.writableFinished === false ? newest : undefined;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // Of a request that has come whole: the error is one of the next request.
  if (answer?.req.complete === true && answer.isStream !== true) {
    refuseRest(socket);
    endAfter(socket, answer);
    return;
  }
  if (answer?.headersSent === true) {
    socket.destroy();
    return;
  }
  const kind = KINDS[error.code ?? ''];
  socket.end(rawRefusal(kind === undefined ? notHttp() : toolError(kind)));
}

/** Ends a connection with its last answer. Node has begun the next request by the time an answer is finished, if one waits. */
function endAfter(socket: Duplex, answer: Answer): void {
  answer.once('finish', () => {
    const newest = answers.get(socket);
    if (newest === undefined || newest === answer) socket.end();
    else endAfter(socket, newest);
  });
}

const notHttp = (): ToolError => errorInWords('MALFORMED_REQUEST', 'the request is not valid HTTP');

/** A whole answer, for a connection without a request object to answer on. */
export function rawRefusal({ status, message, code }: ToolError): string {
  const body = JSON.stringify({ error: message, code });
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  );
}
