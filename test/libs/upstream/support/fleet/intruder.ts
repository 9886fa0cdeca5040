import { type ValueBinding, withCode } from '@app/redis';
import type { SimulatedChain, SimulatedTransaction } from './simulated-chain';
import type { RedisStore } from './redis-store';
import { KEY_PREFIX, NETWORK, SECRET } from './replica';

const HEADS = `${KEY_PREFIX}heads:${NETWORK}`;
const CORDONS = `${KEY_PREFIX}cordons:${NETWORK}`;
const WATCHES = `${KEY_PREFIX}{watches}:${NETWORK}`;
const HEAD_LIFE_MS = 30_000;
const KEPT_MS = 3_600_000;

interface Facts {
  readonly store: RedisStore;
  readonly chain: SimulatedChain;
  readonly nodes: readonly string[];
  /** Transactions that clients pushed, or will. */
  readonly transactions: readonly SimulatedTransaction[];
  readonly nowMs: number;
}

/**
 * Writes false values to every key of replicas: heads that are far ahead, blocks and watches of transactions, cordons.
 * @param code makes a value of a text, with an authentication code or without a true one
 */
function write(
  { store, chain, transactions, nowMs }: Facts,
  code: (text: string, of: ValueBinding) => string,
): void {
  const bindingOf = (purpose: string, key: string): ValueBinding => ({ secret: SECRET, purpose, key });
  const head = chain.head + 1_000_000;
  store.setText(HEADS, code(`${head}:${nowMs}`, bindingOf('head', HEADS)), HEAD_LIFE_MS);
  const [other] = transactions;
  for (const { id } of transactions) {
    const key = `${WATCHES}:${id}`;
    const block = code(String(chain.head - 20), bindingOf('watch-block', key));
    store.setText(`${WATCHES}:block:${id}`, block, KEPT_MS);
    if (other === undefined) continue;
    // The bytes of one transaction under the id of another one.
    const body = JSON.stringify({ packed_trx: other.packedTrx });
    const line = JSON.stringify({ path: '/v1/chain/send_transaction', head: 1, nodes: [] });
    store.hash(`${WATCHES}:records`).set(id, code(`${line}\n${body}`, bindingOf('watch-record', key)));
    store.hash(`${WATCHES}:leases`).delete(id);
    store.scores(`${WATCHES}:due`).set(id, 0);
  }
}

/** As one who does not know the secret. */
export function forge(facts: Facts): void {
  const falseCode = (text: string): string =>
    withCode(text, { secret: 'another', purpose: 'any', key: 'any' });
  write(facts, falseCode);
  for (const label of facts.nodes) facts.store.hash(CORDONS).set(label, falseCode(`1@${facts.nowMs}`));
}

/** As a replica that is wrong: what it says of nodes and transactions is not true, its authentication code is. */
export function sign(facts: Facts): void {
  write(facts, withCode);
}
