// Transfers, orders that rest, orders that match, loans with their repayment: one chain, interleaved rounds, over
// HTTP, signed in advance. The effect of a burst is checked after it, outside of the measured time.
import { Pool } from 'undici';
import { borrowerLanes, createBorrowers, requireRepaid, sayPrice } from './borrowers.mjs';
import { cpuSeconds, median, ratio } from './machine.mjs';
import { call, pushAll, pushLanes, signedTransfers } from './signed.mjs';

const CONNECTIONS = 16;
/** Of each kind, before the first round. */
const WARM_UP = 320;
const LOANS = 'borrow + repay';
const ORDER_UNITS = 10_000n;
const ORDER = '0.00010000 BTC';

const transfer = (index) => ({
  ...{ contract: 'btc.token', from: 'alice', to: 'carol' },
  ...{ quantity: '0.00000001 BTC', memo: `bench ${index}` },
});

// Equal quantities, so that each buy fills one sell; distinct prices make each transaction unique.
const centsText = (cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const sell = (index) => ({
  ...{ contract: 'btc.token', from: 'alice', to: 'dex', quantity: ORDER },
  memo: `sell:${ORDER}:${centsText(8_000_000 + index)}000000 USDT`,
});

/** Its limit is above every sell: the excess of its lock is refunded. */
const buy = (index) => {
  const cents = 9_000_000 + index;
  const lock = String(BigInt(cents) * 100n).padStart(9, '0');
  return {
    ...{ contract: 'usdt.token', from: 'bob', to: 'dex' },
    quantity: `${lock.slice(0, -8)}.${lock.slice(-8)} USDT`,
    memo: `buy:${ORDER}:${centsText(cents)}000000 USDT`,
  };
};

async function btcUnits(pool, account) {
  const body = { code: 'btc.token', account, symbol: 'BTC' };
  const [balance = '0'] = await call(pool, '/v1/chain/get_currency_balance', body);
  return BigInt(balance.split(' ')[0].replace('.', ''));
}

/** Transfers of one kind; throws unless `account` has `units` of BTC more for each of them afterwards. */
const transfers = (name, make, { account, units }) => ({
  name,
  async prepare(pool, count) {
    const all = Array.from({ length: count }, (_unused, index) => make(index));
    const signed = await signedTransfers(pool, all);
    const before = await btcUnits(pool, account);
    return {
      transactions: count,
      push: () => pushAll(pool, signed),
      check: async () => {
        const moved = (await btcUnits(pool, account)) - before;
        if (moved !== units * BigInt(count)) throw new Error(`${name}: ${account} has ${moved} units more`);
      },
    };
  },
});

function loans(keys) {
  let soFar = 0;
  return {
    name: LOANS,
    async prepare(pool, count) {
      await sayPrice(pool);
      const lanes = await borrowerLanes(pool, keys, count / 2, soFar);
      const transactions = lanes.flat().length;
      soFar += transactions / 2;
      return {
        transactions,
        push: () => pushLanes(pool, lanes),
        check: () => requireRepaid(pool, soFar),
      };
    },
  };
}

async function burst(pool, pid, kind, count) {
  const { transactions, push, check } = await kind.prepare(pool, count);
  const cpuBefore = cpuSeconds(pid);
  const startedAt = performance.now();
  await push();
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuAfter = cpuSeconds(pid);
  await check();
  return {
    transactions,
    perSecond: transactions / seconds,
    cpuMicros: cpuBefore === undefined ? undefined : ((cpuAfter - cpuBefore) * 1e6) / transactions,
  };
}

/** Rows of a chain without simulated traffic: `count` transactions of each kind in each round. */
export async function measureEconomy({ url, pid }, { rounds, count }) {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const kinds = [
    transfers('signed transfers', transfer, { account: 'carol', units: 1n }),
    transfers('orders that rest', sell, { account: 'dex', units: ORDER_UNITS }),
    // They fill all resting orders: the book is empty afterwards.
    transfers('orders that match', buy, { account: 'dex', units: -ORDER_UNITS }),
    loans(await createBorrowers(pool)),
  ];
  const samples = new Map(kinds.map((kind) => [kind, []]));
  for (const kind of kinds) await burst(pool, pid, kind, WARM_UP);
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of kinds) samples.get(kind).push(await burst(pool, pid, kind, count));
  }
  await pool.close();
  const rows = kinds.map((kind) => row(kind.name, samples.get(kind)));
  const [plain] = rows;
  return rows.map((each) => ({
    ...each,
    ratio_to_transfers: ratio(each.transactions_per_second, plain.transactions_per_second),
  }));
}

function row(name, samples) {
  const perSecond = median(samples.map((sample) => sample.perSecond));
  const cpuMicros = median(samples.map((sample) => sample.cpuMicros));
  return {
    name,
    transactions: samples.reduce((sum, sample) => sum + sample.transactions, 0),
    transactions_per_second: Math.round(perSecond),
    ...(name === LOANS && { pairs_per_second: Math.round(perSecond / 2) }),
    cpu_us_per_transaction: cpuMicros === undefined ? undefined : Math.round(cpuMicros),
  };
}
