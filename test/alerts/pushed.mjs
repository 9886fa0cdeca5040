// Signed transfers that are pushed one after another while nodes have a fault, and pushed again afterwards.
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { signedTransfers } from '../load/signed.mjs';
import { Repeated } from './repeated.mjs';
import { send, urlOf } from './traffic.mjs';

/** Longer than PUSH_BUDGET_MS. */
const GIVE_UP_MS = 30_000;
const EXECUTED = ['executed', 'already_executed'];
const EXECUTED_WITHIN_MS = 90_000;
const AGAIN_MS = 1_000;
const AT_ONCE = 16;

const transfer = (run, index) => ({
  ...{ contract: 'btc.token', from: 'alice', to: 'carol', quantity: '0.00000001 BTC' },
  memo: `${run} ${index}`,
});

export class Pushed {
  /** Statuses of the answers so far. */
  statuses = [];
  #transactions = [];
  #answers = [];
  #turn = 0;
  #loop;
  #replicas;

  /**
   * @param replicas that get them in turn
   * @param run makes the transfers different from those of other runs
   * @param most transfers that are signed
   */
  static async start({ replicas, chainUrl, run, most, everyMs, waitFor }) {
    const pushed = new Pushed();
    pushed.#replicas = replicas;
    const chain = new Pool(chainUrl, { connections: 2 });
    const signed = await signedTransfers(
      chain,
      Array.from({ length: most }, (_, index) => transfer(run, index)),
    );
    await chain.close();
    pushed.#loop = new Repeated(async () => pushed.#next(signed, waitFor), everyMs);
    return pushed;
  }

  #next(signed, waitFor) {
    const transaction = signed.shift();
    if (transaction === undefined) return;
    this.#transactions.push(transaction);
    this.#answers.push(this.#push(transaction, waitFor));
  }

  async #push({ signatures, packed_trx }, waitFor) {
    const replica = this.#replicas[this.#turn++ % this.#replicas.length];
    const body = { signed_tx: { signatures, packed_trx }, wait_for: waitFor };
    const { json } = await send(urlOf(replica), '/v1/tools/push_transaction', body, {}, GIVE_UP_MS);
    const status = json.status ?? json.error;
    this.statuses.push(status);
    return status;
  }

  /** Resolves when all that were begun are answered. */
  async stop() {
    await this.#loop.stop();
    await Promise.all(this.#answers);
  }

  /** Pushes all of them again until each is executed, as the answer asks their callers to do. @throws Error */
  async again() {
    const giveUpAt = performance.now() + EXECUTED_WITHIN_MS;
    const waiting = [...this.#transactions];
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await this.#untilExecuted(next, giveUpAt);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async #untilExecuted(transaction, giveUpAt) {
    for (;;) {
      const status = await this.#push(transaction, 'in_block');
      if (EXECUTED.includes(status)) return;
      if (performance.now() > giveUpAt) throw new Error(`a push is not executed: ${status}`);
      await delay(AGAIN_MS);
    }
  }
}
