import { open } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { fileURLToPath } from 'node:url';
import { RefusedArchiveError, UnavailableArchiveError } from './archive-errors';

/** An HTTP host that sends nothing for so long is given up. */
const SILENCE_MS = 30_000;
const OK = 200;

/**
 * Reads a whole file of an archive.
 * @param archiveUrl of a folder (file:) or an HTTP host, without a slash at its end
 * @throws UnavailableArchiveError, and RefusedArchiveError for a file with more bytes
 */
export async function readArchiveFile(
  archiveUrl: string,
  name: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const url = `${archiveUrl}/${name}`;
  const parts = url.startsWith('file:') ? fileParts(url) : httpParts(url, signal);
  const read: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of parts) {
      length += part.length;
      if (length > maxBytes) throw new RefusedArchiveError(`${name} has more than ${String(maxBytes)} bytes`);
      read.push(part);
    }
  } catch (cause) {
    if (cause instanceof RefusedArchiveError || cause instanceof UnavailableArchiveError) throw cause;
    throw new UnavailableArchiveError(`${url} cannot be read: ${String(cause)}`, { cause });
  }
  return Buffer.concat(read);
}

async function* fileParts(url: string): AsyncGenerator<Uint8Array> {
  const file = await open(fileURLToPath(url));
  try {
    yield* file.createReadStream() as AsyncIterable<Buffer>;
  } finally {
    await file.close();
  }
}

/** Not by `fetch`: loading it takes 26 MB. */
async function* httpParts(url: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const response = await responseOf(url, signal);
  try {
    const { statusCode = 0, headers } = response;
    if (statusCode !== OK) {
      const location = headers.location === undefined ? '' : `, a redirect to ${headers.location}`;
      throw new UnavailableArchiveError(`${url} is answered ${String(statusCode)}${location}`);
    }
    yield* response as AsyncIterable<Buffer>;
  } finally {
    response.destroy();
  }
}

function responseOf(url: string, signal: AbortSignal): Promise<IncomingMessage> {
  const ask = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = ask(url, { signal }, resolve);
    request.setTimeout(SILENCE_MS, () =>
      request.destroy(new Error(`nothing came within ${String(SILENCE_MS)} ms`)),
    );
    request.on('error', reject).end();
  });
}
