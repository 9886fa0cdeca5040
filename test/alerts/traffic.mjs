// Clients that read at every replica for as long as a run takes: tools whose reads are compared, and the node API.
import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 150;
const GIVE_UP_MS = 10_000;
const CLIENTS_OF_REPLICA = 2;

const READS = [
  ['/v1/chain/get_info', {}],
  ['/v1/tools/get_deposit_address', { account: 'dave' }],
  ['/v1/chain/get_account', { account_name: 'erin' }],
  ['/v1/tools/get_btc_price', {}],
];

/** Sends a request. Resolves to { status, json }; the status is 0 where a replica gives no answer. */
export async function send(url, route, body, headers = {}, giveUpMs = GIVE_UP_MS) {
  try {
    const answer = await fetch(url + route, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(giveUpMs),
    });
    return { status: answer.status, json: await answer.json() };
  } catch (error) {
    return { status: 0, json: { error: String(error) } };
  }
}

export const urlOf = ({ port }) => `http://127.0.0.1:${port}`;

export class Traffic {
  requests = 0;
  /** Of every request. */
  headers = {};
  #isRunning = true;
  #done;

  constructor(replicas) {
    const clients = replicas.flatMap((replica) => Array.from({ length: CLIENTS_OF_REPLICA }, () => replica));
    this.#done = Promise.all(clients.map((replica, index) => this.#work(urlOf(replica), index)));
  }

  async #work(url, index) {
    for (let turn = index; this.#isRunning; turn += 1) {
      const [route, body] = READS[turn % READS.length];
      await send(url, route, body, this.headers);
      this.requests += 1;
      await delay(PAUSE_MS);
    }
  }

  async stop() {
    this.#isRunning = false;
    await this.#done;
  }
}
