import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { report } from '../visible-json';
import { endHtml, questionHtml } from './confirm-html';

const CODE_BYTES = 32;
const LARGEST_BODY_BYTES = 256;
/** One browser; any program of this machine can connect. */
const MOST_CONNECTIONS = 8;

/** No script, no style, no image; the form goes to this page alone, and no other page frames it. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  connection: 'close',
};

/** The answer of a person. */
export type Answer = 'approve' | 'refuse';

/**
 * A page on the loopback address for one question. Its address has a one-time code: the first answer ends it. Requests
 * under another host name (DNS rebinding) and answers that another page sends are refused.
 */
export class ConfirmServer {
  private constructor(
    private readonly server: Server,
    private readonly host: string,
    private readonly code: string,
    private readonly text: string,
    private readonly onAnswer: (answer: Answer) => void,
  ) {
    server.on('request', (request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        report(`the page of a question: ${String(error)}`);
        response.destroy();
      });
    });
  }

  static async start(text: string, onAnswer: (answer: Answer) => void): Promise<ConfirmServer> {
    const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 });
    server.maxConnections = MOST_CONNECTIONS;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new ConfirmServer(server, host, randomBytes(CODE_BYTES).toString('base64url'), text, onAnswer);
  }

  /** For the person alone: it has the code. */
  get url(): string {
    return `http://${this.host}/${this.code}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const end = (status: number, html: string): void => {
      response.writeHead(status, HEADERS).end(html);
    };
    if (request.headers.host !== this.host) return end(421, endHtml('This page has another address.'));
    if (!isEqual(request.url ?? '', `/${this.code}`)) return end(404, endHtml('There is no such question.'));
    if (request.method === 'GET') return end(200, questionHtml(this.text));
    if (request.method !== 'POST') return end(405, endHtml('Unknown method.'));
    if (!this.#isOwnForm(request)) return end(403, endHtml('The answer came from another page.'));
    const body = await bodyOf(request);
    if (body === undefined) return end(413, endHtml('This is no answer.'));
    const answer = new URLSearchParams(body).getAll('answer');
    const [only] = answer;
    if (answer.length !== 1 || (only !== 'approve' && only !== 'refuse'))
      return end(400, endHtml('This is no answer.'));
    if (!this.server.listening) return end(410, endHtml('The question was answered.'));
    this.server.close();
    this.onAnswer(only);
    end(
      200,
      endHtml(only === 'approve' ? 'Approved. You can close this page.' : 'Refused. Nothing is signed.'),
    );
  }

  /** Browsers say which page sends a form. One that does not is refused. */
  #isOwnForm({ headers }: IncomingMessage): boolean {
    const site = headers['sec-fetch-site'];
    return (
      headers.origin === `http://${this.host}` &&
      (site === undefined || site === 'same-origin') &&
      headers['content-type'] === 'application/x-www-form-urlencoded'
    );
  }
}

/** The body of a request; undefined for one that no form of the page has. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > LARGEST_BODY_BYTES) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
