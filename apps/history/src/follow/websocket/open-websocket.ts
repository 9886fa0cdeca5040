import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { WebSocketError } from './protocol';

/** RFC 6455, section 1.3. */
const KEY_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A connection whose handshake is done. */
export interface OpenedWebSocket {
  readonly stream: Duplex;
  /** Bytes that came with the answer of the handshake. */
  readonly head: Uint8Array;
}

/**
 * Opens a websocket at a ws: or wss: URL, without extensions. User and password of the URL are sent. Throws
 * WebSocketError, and the errors of the connection.
 */
export function openWebSocket(url: string, timeoutMs: number, signal: AbortSignal): Promise<OpenedWebSocket> {
  const key = randomBytes(16).toString('base64');
  const address = new URL(url);
  const isSecure = address.protocol === 'wss:';
  address.protocol = isSecure ? 'https:' : 'http:';
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': key,
  };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(address, { headers, agent: false, signal });
    const fail = (message: string): void => {
      const error = new WebSocketError(message);
      reject(error);
      request.destroy(error);
    };
    const timer = setTimeout(() => fail('Opening handshake has timed out'), timeoutMs);
    request.on('close', () => clearTimeout(timer));
    request.on('error', reject);
    request.on('response', ({ statusCode }) => fail(`Unexpected server response: ${String(statusCode)}`));
    request.on('upgrade', (response, stream, head) => {
      clearTimeout(timer);
      const complaint = complaintAbout(response, key);
      if (complaint !== undefined) {
        stream.destroy();
        return fail(complaint);
      }
      resolve({ stream, head });
    });
    request.end();
  });
}

function complaintAbout({ headers }: IncomingMessage, key: string): string | undefined {
  if (headers.upgrade?.toLowerCase() !== 'websocket') return 'the server upgrades to another protocol';
  const accept = createHash('sha1').update(`${key}${KEY_SUFFIX}`).digest('base64');
  if (headers['sec-websocket-accept'] !== accept) return 'the server answers another handshake';
  if (headers['sec-websocket-extensions'] !== undefined) return 'the server uses an extension';
  return undefined;
}
