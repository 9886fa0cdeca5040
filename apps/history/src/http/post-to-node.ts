import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** The answer of a node, with its body as text. */
export interface NodeAnswer {
  readonly status: number;
  readonly body: string;
}

/** The largest answers are ABIs: nodes take none that does not fit a transaction. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The node answers with a redirect, which is not followed. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';

  constructor(status: number, location: string) {
    super(`the node answers ${status}, a redirect to ${location}: set its URL to that`);
  }
}

/**
 * Sends JSON to the HTTP API of a node. Not by `fetch`: loading it takes 26 MB.
 * Rejects when the whole answer is not there by the deadline, when it has more than 8 MiB, and with RedirectError at a
 * redirect.
 */
export function postToNode(url: string, body: string, deadlineMs: number): Promise<NodeAnswer> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const read = (response: IncomingMessage): void => {
      const { location } = response.headers;
      if (location !== undefined) {
        response.destroy();
        reject(new RedirectError(response.statusCode ?? 0, location));
        return;
      }
      boundedText(response).then(
        (answer) => resolve({ status: response.statusCode ?? 0, body: answer }),
        reject,
      );
    };
    request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(deadlineMs),
      },
      read,
    )
      .on('error', reject)
      .end(body);
  });
}

async function boundedText(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_BYTES) throw new Error(`the node answers with more than ${String(MAX_BYTES)} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
