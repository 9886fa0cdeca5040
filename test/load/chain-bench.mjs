// Signed transactions per second of the development chain, over HTTP, signed in advance.
import { Pool } from 'undici';
import { cpuSeconds, residentMiB } from './machine.mjs';
import { pushAll, signedTransfers } from './signed.mjs';

const WARM_UP = 200;
const plainTransfer = (index) => ({
  ...{ contract: 'btc.token', from: 'alice', to: 'bob', quantity: '0.00000001 BTC', memo: `bench ${index}` },
});

/** A sell far above every buy: it rests. */
export const restingSell = (index) => ({
  contract: 'btc.token',
  from: 'alice',
  to: 'dex',
  quantity: '0.00010000 BTC',
  memo: `sell:0.00010000 BTC:${500_000 + index}.00000000 USDT`,
});

/** A buy far below every sell: it rests. */
export const restingBuy = (index) => ({
  contract: 'usdt.token',
  from: 'alice',
  to: 'dex',
  quantity: `0.${String(1000 + index).padStart(4, '0')}0000 USDT`,
  memo: `buy:0.00010000 BTC:${1000 + index}.00000000 USDT`,
});

async function measure(name, { url, pid }, transfers) {
  const pool = new Pool(url, { connections: 16 });
  const transactions = await signedTransfers(pool, transfers);
  await pushAll(pool, transactions.splice(0, WARM_UP));
  const cpuBefore = cpuSeconds(pid);
  const startedAt = performance.now();
  await pushAll(pool, transactions);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = cpuSeconds(pid);
  await pool.close();
  return {
    name: `development chain: ${name}`,
    transactions: transactions.length,
    per_second: Math.round(transactions.length / seconds),
    cpu_us_each: cpu === undefined ? undefined : Math.round(((cpu - cpuBefore) * 1e6) / transactions.length),
    resident_mib_after: residentMiB(pid),
  };
}

export async function measureChain(chain, count) {
  const many = (make) => Array.from({ length: count + WARM_UP }, (_unused, index) => make(index));
  return [
    await measure('signed transfers', chain, many(plainTransfer)),
    await measure('signed orders that rest', chain, many(restingSell)),
  ];
}

/** Rests `perSide` orders on each side of btcusdt. */
export async function fillBook(url, perSide) {
  const pool = new Pool(url, { connections: 16 });
  const orders = Array.from({ length: perSide }, (_unused, index) => [restingSell(index), restingBuy(index)]);
  await pushAll(pool, await signedTransfers(pool, orders.flat()));
  await pool.close();
}
