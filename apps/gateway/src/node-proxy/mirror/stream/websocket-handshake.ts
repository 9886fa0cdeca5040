import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import { errorBody, type MirrorError } from '../errors/node-error';
import { EngineError } from './stream-opening';

/** Fields of a handshake that a node reads. No extensions: they would change the length of messages. */
const SENT_FIELDS = ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol'];
const ANSWERED_FIELDS = ['sec-websocket-accept', 'sec-websocket-protocol'];
const BAD_REQUEST = 400;

type Fields = Readonly<Record<string, string>>;

/** The handshake of a client for a node. Its cookies, credentials and origin stay here. */
export function fieldsForNode(headers: IncomingHttpHeaders): Fields {
  return { connection: 'Upgrade', upgrade: 'websocket', ...picked(headers, SENT_FIELDS) };
}

/** The node's consent for the client, with the name of the node. */
export function switchingProtocols(headers: IncomingHttpHeaders, node: string, more: Fields): string {
  return headText(101, {
    connection: 'Upgrade',
    upgrade: 'websocket',
    ...picked(headers, ANSWERED_FIELDS),
    'x-upstream': node,
    ...more,
  });
}

/** A whole refusal, in the words of a node or of the gateway. */
export function refusalText(status: number, contentType: string, body: Buffer, more: Fields = {}): Buffer {
  const fields = {
    ...more,
    'content-type': contentType,
    'content-length': String(body.length),
    'access-control-allow-origin': '*',
    connection: 'close',
  };
  return Buffer.concat([Buffer.from(headText(status, fields)), body]);
}

/** The refusal of an error, in the shape that clients of a stream read. */
export function errorText(error: EngineError | MirrorError, more: Fields): Buffer {
  const [status, body] =
    error instanceof EngineError
      ? [BAD_REQUEST, engineBody(error)]
      : [error.status, errorBody('hyperion', error)];
  const fields = error instanceof EngineError ? more : { ...more, ...error.headers };
  return refusalText(status, 'application/json', Buffer.from(JSON.stringify(body)), fields);
}

export const engineBody = ({ code, message }: EngineError): object => ({ code, message });

function picked(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const found = names.map((name) => [name, headers[name]] as const);
  return Object.fromEntries(found.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

function headText(status: number, fields: Fields): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${lines.join('')}\r\n`;
}
