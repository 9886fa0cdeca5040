// State-history messages of a busy chain for the benchmark of the history node: transfers of five tokens between 5,000
// accounts (Zipf 0.9), orders that trade, prices and loans; about 20 actions, 3 executions and 1.8 rows an action. Seeded.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { COMPILED } from '../../scripts/setup/paths.mjs';
import { ProvableBlocks } from './provable-blocks.mjs';

const require = createRequire(import.meta.url);
const { nameToValue, serializeAbi, symbolCodeToValue } = require(
  path.join(COMPILED, 'libs/antelope/src/index.js'),
);
const { ABI } = require('@wharfkit/antelope');
const { encodeRow } = require(path.join(COMPILED, 'libs/ship/src/index.js'));

const ACCOUNTS = 5_000;
const TRANSACTIONS_PER_BLOCK = 10;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const [SYSTEM, DEX, ORACLE, LOAN] = ['eosio', 'dex', 'oracle', 'loan'].map(nameToValue);
const [TRANSFER, PLACE, PRICE, BORROW, ONBLOCK] = ['transfer', 'place', 'price', 'borrow', 'onblock'].map(
  nameToValue,
);
const [BALANCES, ORDERS, PRICES, LOANS, TRADES] = ['accounts', 'orders', 'prices', 'loans', 'trades'].map(
  nameToValue,
);
const TOKENS = ['EOS', 'USDT', 'BTC', 'ABC', 'XYZ'].map((symbol, index) => ({
  contract: nameToValue(`token${LETTERS[index]}`),
  symbol: (symbolCodeToValue(symbol) << 8n) | 4n,
}));

/** ABIs of the contracts, so that answers are decoded as those of a real chain are. */
const ABIS = [
  ...TOKENS.map(({ contract }) => [
    contract,
    { transfer: { from: 'name', to: 'name', quantity: 'asset', memo: 'string' } },
  ]),
  [DEX, { place: { user: 'name', key: 'uint64', price: 'uint64', amount: 'uint64' } }],
  [ORACLE, { price: { pair: 'uint64', value: 'uint64' } }],
  [LOAN, { borrow: { user: 'name', key: 'uint64', amount: 'uint64' } }],
].map(([account, actions]) => ({ account, abi: packedAbi(actions) }));

function packedAbi(actions) {
  const entries = Object.entries(actions);
  const fieldsOf = (members) => Object.entries(members).map(([name, type]) => ({ name, type }));
  const structs = entries.map(([name, members]) => ({ name, base: '', fields: fieldsOf(members) }));
  return serializeAbi(
    ABI.from({
      version: 'eosio::abi/1.1',
      structs,
      actions: entries.map(([name]) => ({ name, type: name, ricardian_contract: '' })),
    }),
  );
}

export const accountOf = (rank) => {
  let text = '';
  for (let rest = rank, digit = 0; digit < 4; digit++, rest = Math.floor(rest / 26))
    text += LETTERS[rest % 26];
  return nameToValue(`user${text}`);
};
export const DEX_ACCOUNT = DEX;

/** Where the workload has trades: a setting of the history node. */
export const TRADE_LAYOUT = 'dex/dex/trades:uint64,pair,name,name,price,base,quote,time_ms';
export const TRADED_PAIR = 'btcusdt';
/** Of a timestamp of a block: half seconds since 2000. */
const msOf = (slot) => Date.UTC(2000, 0) + slot * 500;
const FIRST_SLOT = 1_500_000_000;

function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function zipf(count, exponent, random) {
  const sums = [];
  let sum = 0;
  for (let rank = 1; rank <= count; rank++) sums.push((sum += rank ** -exponent));
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const packed = (...values) => {
  const data = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) data.writeBigUInt64LE(BigInt.asUintN(64, value), index * 8);
  return data;
};

/** Messages of the blocks of a chain, one at a time, the first of them a snapshot with the ABIs of the contracts. */
export class Workload {
  #random = seeded(1);
  #rank = zipf(ACCOUNTS, 0.9, this.#random);
  #blocks = new ProvableBlocks();
  #num = 0;
  #balances = new Map();
  #trades = 0n;
  actions = 0;
  transactionIds = [];

  next() {
    this.#num++;
    const rows = [];
    const transactions = Array.from({ length: TRANSACTIONS_PER_BLOCK }, () =>
      Array.from({ length: 1 + Math.floor(this.#random() * 3) }, () => this.#action(rows)),
    );
    const onblock = [SYSTEM, ONBLOCK, SYSTEM, [SYSTEM], this.#bytes(120)];
    const { message, ids } = this.#blocks.next(FIRST_SLOT + this.#num, onblock, transactions, [
      ...(this.#num === 1 ? [{ version: 0, name: 'account', rows: this.#accounts() }] : []),
      { version: 0, name: 'contract_row', rows },
    ]);
    this.actions += 1 + transactions.flat().length;
    if (this.#num % 50 === 0) this.transactionIds.push(...ids);
    return message;
  }

  #accounts() {
    return ABIS.map(({ account, abi }) => ({
      present: 1,
      data: encodeRow('account', { name: account, creationDate: 0, abi }),
    }));
  }

  #action(rows) {
    const kind = this.#random();
    const user = accountOf(this.#rank());
    if (kind < 0.5) return this.#transfer(rows, user);
    if (kind < 0.7) {
      const key = BigInt(Math.floor(this.#random() * 1e6));
      this.#row(rows, DEX, DEX, ORDERS, key, packed(key, user, 5n, 7n, 9n, 11n), user);
      this.#row(rows, DEX, user, ORDERS, key, packed(key), user);
      this.#trade(rows, user);
      return [DEX, PLACE, user, [DEX], packed(user, key, 5n, 7n)];
    }
    if (kind < 0.8) {
      const pair = BigInt(Math.floor(this.#random() * 20));
      this.#row(rows, ORACLE, ORACLE, PRICES, pair, packed(pair, 1n, 2n), ORACLE);
      return [ORACLE, PRICE, ORACLE, [ORACLE], packed(pair, 123n)];
    }
    const key = BigInt(Math.floor(this.#random() * 1e5));
    this.#row(rows, LOAN, LOAN, LOANS, key, packed(key, user, 1n, 2n, 3n), user);
    return [LOAN, BORROW, user, [LOAN], packed(user, key, 3n)];
  }

  #trade(rows, user) {
    this.#trades += 1n;
    const price = `${80_000 + Math.floor(this.#random() * 1_000)}.5`;
    const [base, quote] = TOKENS.slice(0, 2).map(({ symbol }) => packed(10_000n, symbol));
    const texts = [TRADED_PAIR, price, String(msOf(FIRST_SLOT + this.#num))].map((text) =>
      Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]),
    );
    const [pair, written, time] = texts;
    const value = Buffer.concat([
      packed(this.#trades),
      pair,
      packed(user, user),
      ...[written, base, quote, time],
    ]);
    this.#row(rows, DEX, DEX, TRADES, this.#trades, value, DEX);
  }

  #transfer(rows, from) {
    const token = TOKENS[Math.floor(this.#random() * TOKENS.length)];
    const to = this.#random() < 0.3 ? DEX : accountOf(this.#rank());
    for (const account of [from, to]) {
      const key = `${token.contract} ${account}`;
      const units = (this.#balances.get(key) ?? 1_000_000n) + BigInt(Math.floor(this.#random() * 1000));
      this.#balances.set(key, units);
      this.#row(
        rows,
        token.contract,
        account,
        BALANCES,
        token.symbol >> 8n,
        packed(units, token.symbol),
        from,
      );
    }
    const memo = Buffer.from(`order ${Math.floor(this.#random() * 1e9)}`);
    const data = Buffer.concat([packed(from, to, 10_000n, token.symbol), Buffer.from([memo.length]), memo]);
    return [token.contract, TRANSFER, from, [token.contract, ...new Set([from, to])], data];
  }

  /** Rows are net per block: a later change of a row takes the place of an earlier one. */
  #row(rows, code, scope, table, primaryKey, value, payer) {
    rows.push({
      present: 1,
      data: encodeRow('contract_row', { code, scope, table, primaryKey, payer, value }),
    });
  }

  #bytes(length) {
    const blocks = [];
    for (let made = 0; made < length; made += 32)
      blocks.push(createHash('sha256').update(String(this.#random())).digest());
    return new Uint8Array(Buffer.concat(blocks).subarray(0, length));
  }
}
