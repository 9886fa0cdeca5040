// Pushes signed transfers through the balancer for as long as it runs, and compares what was said with the chain.
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { signedTransfers } from '../load/signed.mjs';
import { addressOf, connectionFrom, send } from './clients.mjs';

const RETRY_MS = 200;
/** Below the limit of the relay bucket: then the next address continues. */
const PUSHES_PER_ADDRESS = 8;
/** Transfers signed at once. */
const BATCH = 20;

async function balanceOf(chain, account) {
  const body = JSON.stringify({ code: 'btc.token', account, symbol: 'BTC' });
  const answer = await chain.request({ path: '/v1/chain/get_currency_balance', method: 'POST', body });
  const [text] = await answer.body.json();
  return Math.round(Number(text.split(' ')[0]) * 1e8);
}

const isExecuted = ({ status, body }) =>
  status === 200 && ['executed', 'already_executed'].includes(JSON.parse(body).status);

export class Pusher {
  /** Pushes so far. */
  pushed = 0;
  #isRunning = true;
  #done;
  #chain;

  /**
   * @param group second part of the clients' addresses
   * @param run makes the transfers different from other runs'
   * @param pauseMs after each push
   */
  constructor(url, chainUrl, { group, run, pauseMs }) {
    this.#chain = new Pool(chainUrl, { connections: 4 });
    this.#done = this.#work(url, group, run, pauseMs);
  }

  async #work(url, group, run, pauseMs) {
    const before = await balanceOf(this.#chain, 'carol');
    const records = [];
    let connection;
    let waiting = [];
    while (this.#isRunning) {
      if (waiting.length === 0) waiting = await this.#signed(run, this.pushed);
      if (this.pushed % PUSHES_PER_ADDRESS === 0) {
        await connection?.close();
        connection = connectionFrom(url, addressOf(group, this.pushed / PUSHES_PER_ADDRESS));
      }
      records.push(...(await pushUntilExecuted(connection, waiting.pop())));
      this.pushed += 1;
      await delay(pauseMs);
    }
    await connection?.close();
    const landed = (await balanceOf(this.#chain, 'carol')) - before;
    await this.#chain.close();
    const { pushed } = this;
    return { records, pushed, lost: Math.max(0, pushed - landed), twice: Math.max(0, landed - pushed) };
  }

  #signed(run, first) {
    const transfer = (index) => ({
      ...{ contract: 'btc.token', from: 'alice', to: 'carol', quantity: '0.00000001 BTC' },
      memo: `${run} ${index}`,
    });
    return signedTransfers(
      this.#chain,
      Array.from({ length: BATCH }, (_, index) => transfer(first + index)),
    );
  }

  /** Resolves to the records of all attempts and the balance of the receiver. */
  stop() {
    this.#isRunning = false;
    return this.#done;
  }
}

/** Sends the identical bytes until they are answered as executed, as a careful client does. */
async function pushUntilExecuted(connection, { signatures, packed_trx }) {
  const request = {
    kind: 'push',
    path: '/v1/tools/push_transaction',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ signed_tx: { signatures, packed_trx } }),
  };
  const records = [];
  for (;;) {
    const answer = await send(connection, request);
    const { body, ...record } = answer;
    records.push({ ...record, isUnknown: answer.status === 200 && !isExecuted(answer), body: undefined });
    if (isExecuted(answer)) return records;
    if (answer.status === 400) throw new Error(`a push was refused: ${body}`);
    await delay(RETRY_MS);
  }
}
