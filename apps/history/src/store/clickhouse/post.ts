import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

export interface Answer {
  readonly status: number;
  readonly content: Buffer;
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly signal: AbortSignal;
  /** Of the answer. */
  readonly maxBytes: number;
}

/** Sends a body over a connection that is kept. Not by `fetch`: loading it takes 26 MB. */
export function post(url: URL, { headers, body, signal, maxBytes }: Sent): Promise<Answer> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const read = (response: IncomingMessage): void => {
      contentOf(response, maxBytes).then(
        (content) => resolve({ status: response.statusCode ?? 0, content }),
        reject,
      );
    };
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    request(url, { method: 'POST', headers: { ...headers, ...length }, signal }, read)
      .on('error', reject)
      .end(body);
  });
}

async function contentOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBytes) throw new Error(`it answers with more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
