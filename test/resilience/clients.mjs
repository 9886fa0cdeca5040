// Clients that repeat a mix of reads at the gateway and record each answer.
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';

const PAUSE_MS = 10;
const MAX_CONNECTIONS = 1_000;
/** Longer than the gateway's longest deadline. */
const GIVE_UP_MS = 30_000;

const chain = (route, body) => ({ name: route, path: `/v1/chain/${route}`, body: JSON.stringify(body) });
const balance = (account) => ({ code: 'btc.token', account, symbol: 'BTC' });
const rows = (table, more) => ({ code: 'dex', scope: 'btcusdt', table, json: true, ...more });

/** Reads whose answers depend on the head, and one that does not. */
export const READS = [
  chain('get_info', {}),
  chain('get_account', { account_name: 'alice' }),
  chain('get_currency_balance', balance('alice')),
  chain('get_currency_balance', balance('bob')),
  chain('get_table_rows', rows('orderbook2', { limit: 20 })),
  chain('get_table_rows', rows('orderbook2', { limit: 100 })),
  chain('get_block', { block_num_or_id: 2 }),
  chain('get_abi', { account_name: 'dex' }),
];

export class Clients {
  /** Answers so far: { name, status, isBad, startedMs, elapsedMs, retryAfter }. */
  records = [];
  #running = true;
  #agent = new Agent({ connections: MAX_CONNECTIONS, headersTimeout: GIVE_UP_MS, bodyTimeout: GIVE_UP_MS });
  #done;

  /** @param urls each client keeps to one of them */
  constructor(urls, count, reads = READS, pauseMs = PAUSE_MS) {
    const list = [urls].flat();
    this.#done = Promise.all(
      Array.from({ length: count }, (_, index) =>
        this.#work(list[index % list.length], reads, index, pauseMs),
      ),
    );
  }

  async #work(url, reads, index, pauseMs) {
    for (let turn = index; this.#running; turn += 1) {
      this.records.push(await this.#read(url, reads[turn % reads.length]));
      await delay(pauseMs);
    }
  }

  async #read(url, { name, path, body }) {
    const startedMs = performance.now();
    const finished = (rest) => ({ name, startedMs, elapsedMs: performance.now() - startedMs, ...rest });
    try {
      const answer = await request(url + path, { method: 'POST', body, dispatcher: this.#agent });
      const text = await answer.body.text();
      const isJson = isComplete(text);
      return finished({
        status: answer.statusCode,
        isBad: text.includes('served_by_bad_node') || !isJson,
        text: answer.statusCode === 200 ? '' : text.slice(0, 200),
      });
    } catch (error) {
      return finished({ status: 0, isBad: false, text: String(error) });
    }
  }

  /** Resolves when `count` requests that began at `sinceMs` or later are answered. */
  async answered(count, sinceMs) {
    while (this.records.filter(({ startedMs }) => startedMs >= sinceMs).length < count) await delay(20);
  }

  /** Resolves when an answer is not 200, or after `withinMs`. */
  async failed(withinMs) {
    const giveUpAt = performance.now() + withinMs;
    while (this.records.every(({ status }) => status === 200) && performance.now() < giveUpAt)
      await delay(50);
  }

  async stop() {
    this.#running = false;
    await this.#done;
    await this.#agent.close();
  }
}

function isComplete(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0
    ? undefined
    : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
