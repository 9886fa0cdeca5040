import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { fileURLToPath } from 'node:url';
import { RefusedArchiveError, UnavailableArchiveError } from './archive-errors';
import { shownUrl } from './shown-url';

/** An HTTP host that sends nothing for so long is given up. */
const SILENCE_MS = 30_000;
const OK = 200;

/** A host that sends fewer bytes in such a time is given up, unless the file is whole. */
export interface Pace {
  readonly everyMs: number;
  readonly leastBytes: number;
}

export const PACE = {
  /** The whole file has to come within this time. */
  manifest: { everyMs: 60_000, leastBytes: Infinity },
  segment: { everyMs: 30_000, leastBytes: 1024 * 1024 },
} satisfies Record<string, Pace>;

/**
 * Reads a whole file of an archive.
 * @param archiveUrl of a folder (file:) or an HTTP host, without a slash at its end
 * @throws UnavailableArchiveError, and RefusedArchiveError for a file with more bytes
 */
export async function readArchiveFile(
  archiveUrl: string,
  name: string,
  maxBytes: number,
  pace: Pace,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const url = `${archiveUrl}/${name}`;
  const stopping = new AbortController();
  const onAbort = (): void => stopping.abort(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  const parts = url.startsWith('file:') ? fileParts(url) : httpParts(url, stopping.signal);
  const read: Uint8Array[] = [];
  let length = 0;
  let before = 0;
  const watch = setInterval(() => {
    if (length - before < pace.leastBytes) stopping.abort(new Error(slowText(pace)));
    before = length;
  }, pace.everyMs);
  try {
    for await (const part of parts) {
      length += part.length;
      if (length > maxBytes) throw new RefusedArchiveError(`${name} has more than ${String(maxBytes)} bytes`);
      read.push(part);
    }
  } catch (error) {
    if (error instanceof RefusedArchiveError || error instanceof UnavailableArchiveError) throw error;
    const cause: unknown = stopping.signal.aborted ? stopping.signal.reason : error;
    throw new UnavailableArchiveError(`${shownUrl(url)} cannot be read: ${String(cause)}`, { cause });
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', onAbort);
  }
  return Buffer.concat(read);
}

const slowText = ({ everyMs, leastBytes }: Pace): string =>
  `the host is too slow: ${leastBytes === Infinity ? 'the file' : `${String(leastBytes)} bytes`} did not come within ${String(everyMs)} ms`;

/** A regular file: reading a named pipe would never end, and a link leads anywhere. */
async function* fileParts(url: string): AsyncGenerator<Uint8Array> {
  const file = await open(
    fileURLToPath(url),
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  );
  try {
    if (!(await file.stat()).isFile()) throw new UnavailableArchiveError(`${url} is no regular file`);
    yield* file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
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
      const location = headers.location === undefined ? '' : `, a redirect to ${shownUrl(headers.location)}`;
      throw new UnavailableArchiveError(`${shownUrl(url)} is answered ${String(statusCode)}${location}`);
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
