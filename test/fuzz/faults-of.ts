import { connect } from 'node:net';
import type { FuzzRequest } from './random-requests';

const LEAKS = /\n\s+at |node_modules|\.ts:\d+|\.js:\d+|\/work\/|file:\/\//;
/** Answered before the method is read. */
const HEAD_TOO_LARGE = 431;
const HEAD_END = '\r\n\r\n';

/** Everything that a server sends for one request, until it closes. */
export function sent(port: number, { method, target, headers, body = '' }: FuzzRequest): Promise<string> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  const head = `${method} ${target} HTTP/1.1\r\nhost: gateway\r\nconnection: close\r\n${lines.join('')}${length}\r\n`;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(head + body));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined).on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

/** Whether a 5xx is the truth: a node refused, or an answer of a node could not be used. */
export type IsTruthful = (status: number, body: string) => boolean;

/** The rules that an answer breaks. */
export function faultsOf({ method }: FuzzRequest, answer: string, isTruthful: IsTruthful): string[] {
  const end = answer.indexOf(HEAD_END);
  const head = answer.slice(0, end);
  const [, digits] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
  if (end < 0 || digits === undefined) return ['no answer'];
  const status = Number(digits);
  const body = answer.slice(end + HEAD_END.length);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  const expected =
    (method === 'HEAD' && status !== HEAD_TOO_LARGE) || status === 304 ? 0 : Number(length ?? body.length);
  return [
    ...(body.length === expected ? [] : [`${body.length} bytes in place of ${expected}: not one answer`]),
    ...(LEAKS.test(body) ? ['a stack or a path in the answer'] : []),
    ...(/internal error/i.test(body) ? ['an internal error'] : []),
    // The body, which names the reason, is left out of the answer to HEAD.
    ...(status < 500 || method === 'HEAD' || isTruthful(status, body) ? [] : [`status ${status}`]),
  ];
}

/** nodeos refuses with 500 and the name of its error. */
export const isRefusalOfNode: IsTruthful = (status, body) =>
  status === 500 && /"error":\{"code":\d+,"name":"[a-z_]+"/.test(body);

/** Hyperion answers what it does not find with 500; an outage names what is lost. */
export const isRefusalOfHistory: IsTruthful = (status, body) =>
  status === 503 || (status === 500 && /"statusCode":500,"error":"Internal Server Error"/.test(body));
