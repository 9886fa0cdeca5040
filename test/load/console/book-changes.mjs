// Twenty changes of the book of btcusdt a second: orders that trade at once, in turns with the best bid and the best ask.
import { Pool } from 'undici';
import { call, signedTransfers } from '../signed.mjs';

const ORDER = '0.00010000 BTC';
const SLICE = 20;
const SLICE_MS = 1_000;
/** Of one signing: the transactions can be used for five minutes. */
const SLICES = 60;

/** Their limits are far beyond the market, and differ: each transaction is another one. */
const centsText = (cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}000000`;

function order(index) {
  if (index % 2 === 0) {
    const memo = `sell:${ORDER}:${centsText(4_000_000 + index)} USDT`;
    return { contract: 'btc.token', from: 'alice', to: 'dex', quantity: ORDER, memo };
  }
  const cents = 16_000_000 + index;
  const lock = String(BigInt(cents) * 100n).padStart(9, '0');
  return {
    ...{ contract: 'usdt.token', from: 'bob', to: 'dex' },
    quantity: `${lock.slice(0, -8)}.${lock.slice(-8)} USDT`,
    memo: `buy:${ORDER}:${centsText(cents)} USDT`,
  };
}

/** Changes the book until `stop` is called, which resolves to the orders that were executed and the seconds. */
export function changeBook(chainUrl) {
  const pool = new Pool(chainUrl, { connections: 4 });
  const startedAt = performance.now();
  let isStopped = false;
  let executed = 0;
  const push = async (transaction) => {
    const { processed } = await call(pool, '/v1/chain/send_transaction', transaction);
    if (processed.receipt?.status !== 'executed') throw new Error(JSON.stringify(processed.except));
    executed += 1;
  };
  const run = async () => {
    for (let index = 0; !isStopped; index += SLICES * SLICE) {
      const orders = Array.from({ length: SLICES * SLICE }, (_unused, at) => order(index + at));
      const signed = await signedTransfers(pool, orders);
      for (let at = 0; at < signed.length && !isStopped; at += SLICE) {
        const sliceStartedAt = performance.now();
        await Promise.all(signed.slice(at, at + SLICE).map(push));
        const restMs = SLICE_MS - (performance.now() - sliceStartedAt);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, restMs)));
      }
    }
  };
  const running = run();
  return {
    async stop() {
      isStopped = true;
      await running;
      await pool.close();
      return { executed, seconds: Math.round((performance.now() - startedAt) / 1_000) };
    },
  };
}
