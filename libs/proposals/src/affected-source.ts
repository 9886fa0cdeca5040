import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { request, type Dispatcher } from 'undici';

/** Where the affected set is published; resolves to its text. */
export type AffectedSource = () => Promise<string>;

const MAX_BYTES = 400 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A URL, or a file beside `besideFile`, as profiles name it. */
export function publishedSource(published: string, besideFile: string, timeoutMs: number): AffectedSource {
  if (/^https?:\/\//.test(published)) return urlSource(published, timeoutMs);
  return fileSource(path.resolve(path.dirname(besideFile), published));
}

/** A file, read anew each time. */
export function fileSource(file: string): AffectedSource {
  return async () => {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      throw new Error(
        `the file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`,
        {
          cause: error,
        },
      );
    }
  };
}

/**
 * An http or https URL, read within `timeoutMs`, through at most 5 redirects: never from https to http, nor by http to another
 * host, as a service of the own network or of the cloud may be one.
 */
export function urlSource(url: string, timeoutMs: number): AffectedSource {
  return async () => {
    const signal = AbortSignal.timeout(timeoutMs);
    let target = new URL(url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const { statusCode, headers, body } = await get(target, signal);
      if (statusCode === 200) return textOf(body);
      await body.dump();
      if (!REDIRECTS.has(statusCode)) throw new Error(`the URL answered HTTP ${statusCode}`);
      target = redirectTarget(target, headers['location']);
    }
    throw new Error(`the URL redirects more than ${MAX_REDIRECTS} times`);
  };
}

async function get(url: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  try {
    return await request(url, { signal });
  } catch (error) {
    throw new Error('the URL cannot be reached', { cause: error });
  }
}

function redirectTarget(from: URL, location: string | string[] | undefined): URL {
  const target = URL.parse(String(location ?? ''), from.href);
  if (location === undefined || target === null) throw new Error('the URL redirects to no URL');
  const isHttp = target.protocol === 'http:' && from.protocol === 'http:';
  if (!isHttp && target.protocol !== 'https:')
    throw new Error(`the URL redirects from ${from.protocol}// to ${target.protocol}//`);
  if (isHttp && target.host !== from.host) throw new Error('the URL redirects to another host without https');
  return target;
}

async function textOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
