import type { IncomingMessage } from 'node:http';
import { toolError, ToolError } from '@app/tooling';
import { HttpError } from './http-error';
import { sendContinue } from './preset-server';

/**
 * Reads a request's body as bytes, at most `maxBytes` of them, and hands over either them or the
 * error to answer: 413 when it is larger (known from Content-Length before a byte is read, or counted
 * while it streams), 415 when it is compressed. Not called when the client goes away before the end:
 * nobody is left to answer.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  done: (bytes: Buffer | ToolError) => void,
): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    done(unsupportedEncoding(encoding));
    return;
  }
  // Node has checked that it is a number, and that no more bytes arrive than it says.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    done(toolError('BODY_TOO_LARGE', maxBytes));
    return;
  }

  sendContinue(request);
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= maxBytes) return;
    // What is still to come is read and dropped: closing now could hide the answer behind a reset.
    request.off('data', onData).off('end', onEnd).resume();
    chunks.length = 0;
    done(toolError('BODY_TOO_LARGE', maxBytes));
  };
  const onEnd = () => {
    const [first] = chunks;
    done(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, size));
  };
  request.on('data', onData).on('end', onEnd);
}

/** As `readBody`, as a promise: for handlers that read the bytes themselves. */
export async function bodyBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const bytes = await new Promise<Buffer | ToolError>((resolve) => {
    readBody(request, maxBytes, resolve);
  });
  if (bytes instanceof Error) throw bytes;
  return bytes;
}

function unsupportedEncoding(encoding: string): HttpError {
  const { kind, message } = toolError('UNSUPPORTED_ENCODING', encoding);
  return new HttpError(kind, message, { 'Accept-Encoding': 'identity' });
}
