// Clients that call tools whose answers are verified, and reads of the node API, through the balancer.
import { setTimeout as delay } from 'node:timers/promises';

/** A price moves meanwhile, by far less than a forged one is away. */
const NEAR = 0.2;

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const near = (one, other) => Math.abs(one - other) < NEAR * one;
const tool = (name, input, said, isTrue = same) => ({
  ...{ name, path: `/v1/tools/${name}`, body: JSON.stringify(input) },
  ...{ said, isTrue },
});
const chain = (route, body) => ({ name: route, path: `/v1/chain/${route}`, body: JSON.stringify(body) });

/** Tools that money follows, with what must not change while a node lies. */
const VERIFIED = [
  tool('get_deposit_address', { account: 'dave' }, ({ btc_address }) => btc_address),
  tool('get_vault', { account: 'dave' }, ({ vault_name, cbtc_balance, btc_address }) => [
    vault_name,
    cbtc_balance,
    btc_address,
  ]),
  tool('get_btc_price', {}, ({ price }) => Number(price), near),
];
/** Reads that are not compared before they are used: they must not fail. */
const OTHERS = [
  chain('get_info', {}),
  chain('get_account', { account_name: 'erin' }),
  chain('get_table_rows', { code: 'dex', scope: 'btcusdt', table: 'orderbook2', json: true, limit: 20 }),
];
const READS = [...VERIFIED, ...OTHERS];

async function ask(url, { path, body }) {
  try {
    const answer = await fetch(url + path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

/** The answer of each verified tool while every node is honest, by name. */
export async function truths(url) {
  const known = new Map();
  for (const read of VERIFIED) {
    const { status, text } = await ask(url, read);
    if (status !== 200) throw new Error(`${read.name}: ${status} ${text}`);
    const said = read.said(JSON.parse(text));
    if ([said].flat().some((one) => !one))
      throw new Error(`${read.name} says nothing that could be forged: ${text}`);
    known.set(read.name, said);
  }
  return known;
}

export class Readers {
  requests = 0;
  failed = 0;
  /** Answers of verified tools that are not the truth. */
  wrong = 0;
  verified = 0;
  examples = [];
  #running = true;
  #pauseMs;
  #done;

  /** @param count clients, each of which waits `pauseMs` between two reads */
  constructor(url, known, { count, pauseMs }) {
    this.#pauseMs = pauseMs;
    this.#done = Promise.all(Array.from({ length: count }, (_, index) => this.#work(url, known, index)));
  }

  async #work(url, known, index) {
    for (let turn = index; this.#running; turn += 1) {
      const read = READS[turn % READS.length];
      this.#record(read, await ask(url, read), known);
      await delay(this.#pauseMs);
    }
  }

  #record(read, { status, text }, known) {
    this.requests += 1;
    if (status !== 200) {
      this.failed += 1;
      this.examples.push(`${read.name}: ${status} ${text.slice(0, 200)}`);
      return;
    }
    if (read.said === undefined) return;
    this.verified += 1;
    if (read.isTrue(known.get(read.name), read.said(JSON.parse(text)))) return;
    this.wrong += 1;
    this.examples.push(`${read.name} is wrong: ${text.slice(0, 200)}`);
  }

  /** Resolves once so many further requests are answered. */
  async further(count) {
    const until = this.requests + count;
    while (this.requests < until) await delay(20);
  }

  async stop() {
    this.#running = false;
    await this.#done;
  }
}
