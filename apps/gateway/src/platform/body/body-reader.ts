import type { IncomingMessage } from 'node:http';
import { toolError } from '@app/chain-tools';
import { ToolError } from '@app/tooling';
import type { BodyShare } from './body-budget';
import { isAnswerable } from '../../http/client-error';
import { HttpError } from '../errors/refusal';
import { sendContinue } from '../fast-path/express-prototypes';

/** The largest mirror body in segments of half a kilobyte; a body in more pieces costs far more than its bytes. */
const MAX_PIECES = 4_096;

export interface BodyBounds {
  readonly maxBytes: number;
  /** The shared memory limit that counts the bytes until the body is complete. */
  readonly share: BodyShare;
}

/**
 * Reads a request's body as bytes, at most `maxBytes` of them, and calls `done` with them or with
 * the error to answer: 413 when it is larger (known from Content-Length before a byte is read, or counted
 * while it streams) or arrives in too many chunks, 415 when it is compressed, 503 when the shared memory limit is reached.
 * Not called when the client disconnects before the end, or the end comes after the refusal of a late request.
 */
export function readBody(
  request: IncomingMessage,
  { maxBytes, share }: BodyBounds,
  done: (bytes: Buffer | ToolError) => void,
): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    done(unsupportedEncoding(encoding));
    return;
  }
  // Node checks that it is a number and that no more bytes arrive.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    done(toolError('BODY_TOO_LARGE', maxBytes));
    return;
  }

  sendContinue(request);
  // It came while the request was counted. One of more bytes may be in too many pieces.
  if (request.complete && request.readableLength <= Math.min(maxBytes, MAX_PIECES) && isAnswerable(request)) {
    done((request.read() as Buffer | null) ?? Buffer.alloc(0));
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) refuse(toolError('BODY_TOO_LARGE', maxBytes));
    else if (chunks.length === MAX_PIECES) refuse(toolError('BODY_IN_PIECES', MAX_PIECES));
    else if (!share.take(chunk.length)) refuse(overloaded());
    else chunks.push(chunk);
  };
  const refuse = (error: ToolError) => {
    // The rest is read and dropped (boundUnreadBody): closing now could hide the answer behind a reset.
    request.off('data', onData).off('end', onEnd).resume();
    chunks.length = 0;
    share.release();
    done(error);
  };
  const onEnd = () => {
    share.release();
    if (!isAnswerable(request)) return;
    const [first] = chunks;
    done(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, size));
  };
  // `close` without `end`: the client disconnected.
  request.on('data', onData).on('end', onEnd).on('close', share.release);
}

function unsupportedEncoding(encoding: string): HttpError {
  return new HttpError(toolError('UNSUPPORTED_ENCODING', encoding), { 'Accept-Encoding': 'identity' });
}

function overloaded(): HttpError {
  return new HttpError(toolError('OVERLOADED'), { 'Retry-After': '1' });
}
