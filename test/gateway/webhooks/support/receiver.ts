import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { until } from '../../../harness/until';

/** A delivery as it arrived. */
export interface Received {
  readonly path: string;
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

type Answer = (received: Received, response: ServerResponse) => void;

/** A receiver of webhooks over HTTP, which can be down. It keeps what it accepts apart from what arrives. */
export class Receiver {
  readonly arrived: Received[] = [];
  /** Answers a delivery; by default it is accepted. */
  answer: Answer = (_, response) => response.writeHead(204).end();
  #server: Server | undefined;
  #port = 0;

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await receiver.up();
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hook`;
  }

  async up(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>;
        const id = String(request.headers['webhook-id']);
        const received = { path: request.url ?? '', id, headers: request.headers, body, type, data };
        this.arrived.push(received);
        this.answer(received, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async down(): Promise<void> {
    const server = this.#server!;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  of(type: string): Received[] {
    return this.arrived.filter((one) => one.type === type);
  }

  async gets(type: string, count = 1): Promise<Received[]> {
    await until(() => this.of(type).length >= count);
    return this.of(type);
  }
}

/** Whether a delivery is signed by a secret, by the published library. */
export function isSignedBy(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** The signature of a delivery by the text of the specification: HMAC-SHA-256 of id, time and body. */
export function signatureOf(secret: string, { id, body, headers }: Received): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${id}.${String(headers['webhook-timestamp'])}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
