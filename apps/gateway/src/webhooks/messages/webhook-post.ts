import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { FORBIDDEN, isForbidden } from '../config/target-url';

/** From the first byte of a delivery to the last one of its answer. */
export const DELIVERY_TIMEOUT_MS = 10_000;
/** Until a connection to a receiver is open, TLS included. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Bytes of an answer that are read, and ignored, so that the connection can be used again. */
const MAX_ANSWER_BYTES = 16 * 1024;
const GONE = 410;

/** End of one delivery. `reason` has no URL and nothing that a receiver wrote. */
export type Delivery =
  { readonly outcome: 'delivered' | 'gone' } | { readonly outcome: 'failed'; readonly reason: string };

/** Sends messages: a redirect is not followed, an answer is not used beyond its status. */
export class WebhookPost {
  readonly #agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup(lookup) },
    // The order of a webhook needs one at a time.
    connections: 1,
    pipelining: 1,
  });

  /** Never rejects. @param signal ends it early */
  async send(
    url: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Delivery> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(DELIVERY_TIMEOUT_MS)]);
    try {
      const answer = await request(url, {
        ...{ method: 'POST', body, headers, dispatcher: this.#agent, signal: within },
      });
      // The status decides; an answer that breaks off or does not end is cut off.
      await answer.body.dump({ limit: MAX_ANSWER_BYTES, signal: within }).catch(() => undefined);
      return deliveryOf(answer.statusCode);
    } catch (error) {
      return { outcome: 'failed', reason: reasonOf(error) };
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function deliveryOf(status: number): Delivery {
  if (status >= 200 && status < 300) return { outcome: 'delivered' };
  return status === GONE ? { outcome: 'gone' } : { outcome: 'failed', reason: `HTTP ${status}` };
}

/** Messages of connections may name what the URL holds: their codes do not. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return `no answer within ${DELIVERY_TIMEOUT_MS} ms`;
  return (error as NodeJS.ErrnoException).code ?? error.name;
}

/** A name that leads to a link-local address leads nowhere. @param resolve finds all addresses of a name */
export function guardedLookup(resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '');
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => isForbidden(address)))
        return callback(Object.assign(new Error(FORBIDDEN), { code: 'ADDRESS_REFUSED' }), '');
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
