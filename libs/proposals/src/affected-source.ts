import { readFile } from 'node:fs/promises';
import { request } from 'undici';

/** Where the affected set is published; resolves to its text. */
export type AffectedSource = () => Promise<string>;

const DEADLINE_MS = 10_000;
const MAX_BYTES = 400 * 1024 * 1024;

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

/** An http or https URL. */
export function urlSource(url: string): AffectedSource {
  return async () => {
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(DEADLINE_MS) }).catch(
      (error: unknown) => {
        throw new Error('the URL cannot be reached', { cause: error });
      },
    );
    if (statusCode !== 200) {
      await body.dump();
      throw new Error(`the URL answered HTTP ${statusCode}`);
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  };
}
