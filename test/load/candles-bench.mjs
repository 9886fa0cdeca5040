// `npm run bench:candles`: reads of candles in SQLite stores of 10^4 and 10^7 trades, 20 trades in each minute, by turns;
// saved as results/candles.json. The blocks have nothing but their trades: a read of candles looks at no other row.
// `-- --short` takes 10^4 and 10^5 trades and saves nothing.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepare, ROOT } from '../../scripts/setup.mjs';
import { COMPILED } from '../../scripts/setup/paths.mjs';

await prepare('all');

const { machine, median } = await import('./machine.mjs');
const require = createRequire(import.meta.url);
const app = (file) => require(path.join(COMPILED, 'apps/history/src', file));
const { nameToValue } = require(path.join(COMPILED, 'libs/antelope/src/index.js'));
const { openSqliteReader, openSqliteWriter } = app('store/sqlite/sqlite-history.js');
const { CANDLE_SPANS_MS } = app('store/candles.js');

const isShort = process.argv.includes('--short');
const SIZES = isShort ? [10_000, 100_000] : [10_000, 10_000_000];
const TRADES_PER_BLOCK = 20;
const BLOCKS_PER_APPEND = 500;
const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2025, 0);
const ROUNDS = 200;
const PAIR = nameToValue('btcusdt');
const NO_ID = new Uint8Array(32);

const idOf = (num) => {
  const id = Buffer.alloc(32);
  id.writeUInt32BE(num);
  return new Uint8Array(id);
};

/** A price that goes up and down, with two decimals. */
const priceOf = (trade) => ({ units: 8_000_000n + BigInt((trade * 7_919) % 100_003), decimals: 2 });

function blockOf(num) {
  const timeMs = START_MS + num * MINUTE_MS;
  const trades = Array.from({ length: TRADES_PER_BLOCK }, (_, index) => ({
    pair: PAIR,
    timeMs,
    price: priceOf(num * TRADES_PER_BLOCK + index),
    base: { units: BigInt(1 + index), decimals: 8 },
    quote: { units: BigInt(80_000 * (1 + index)), decimals: 8 },
  }));
  return {
    block: {
      ...{ num, id: idOf(num), previousId: num === 1 ? NO_ID : idOf(num - 1), timeMs },
      ...{ producer: nameToValue('eosio'), scheduleVersion: 0, cpuUsageUs: 0, netUsageWords: 0 },
      ...{ transactionMroot: NO_ID, actionMroot: NO_ID },
    },
    ...{ transactions: [], actions: [], deltas: [], tokens: [], permissions: [], links: [] },
    ...{ createdAccounts: [], proposals: [], voters: [], schedules: [], missedBlocks: [], abis: [] },
    trades,
  };
}

async function filled(folder, trades) {
  const file = path.join(folder, `${trades}.db`);
  const writer = await openSqliteWriter(file, undefined, { trades: 'bench:candles' });
  await writer.open(NO_ID);
  const startedMs = performance.now();
  const blocks = trades / TRADES_PER_BLOCK;
  for (let num = 1; num <= blocks; num += BLOCKS_PER_APPEND) {
    const count = Math.min(BLOCKS_PER_APPEND, blocks - num + 1);
    const writes = Array.from({ length: count }, (_, index) => blockOf(num + index));
    await writer.append(writes, num + count - 1);
  }
  await writer.close();
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  process.stderr.write(`${trades} trades: ${seconds} s, ${Math.round(statSync(file).size / 2 ** 20)} MiB\n`);
  return { trades, blocks, file, reader: await openSqliteReader(file) };
}

/** Answers of both stores have as many candles: those that the small one has, 100 at most. */
const limitOf = (spanMs) =>
  Math.min(100, Math.max(1, Math.floor(((SIZES[0] / TRADES_PER_BLOCK) * MINUTE_MS) / spanMs)));

/** Query of the newest candles, or of a page from somewhere in the past. */
function queryOf({ blocks }, { spanMs, kind, turn }) {
  const query = { pair: PAIR, spanMs, limit: limitOf(spanMs) };
  if (kind === 'newest') return { ...query, order: 'desc' };
  const fromMs = START_MS + ((turn * 7_919) % Math.max(1, blocks - 100)) * MINUTE_MS;
  return { ...query, order: 'asc', fromMs: fromMs - (fromMs % spanMs) };
}

async function timed(store, query) {
  const startMs = performance.now();
  const { items } = await store.reader.candles(query);
  if (items.length === 0) throw new Error(`no candles of ${store.trades} trades`);
  return performance.now() - startMs;
}

const folder = mkdtempSync(path.join(tmpdir(), 'candles-bench-'));
try {
  const stores = [];
  for (const trades of SIZES) stores.push(await filled(folder, trades));
  const rows = [];
  for (const spanMs of CANDLE_SPANS_MS)
    for (const kind of ['newest', 'past']) {
      const times = stores.map(() => []);
      for (let turn = 0; turn < ROUNDS; turn += 1)
        for (const [index, store] of stores.entries())
          times[index].push(await timed(store, queryOf(store, { spanMs, kind, turn })));
      const [small, large] = times.map((values) => median(values));
      const row = { minutes: spanMs / MINUTE_MS, kind, candles: limitOf(spanMs) };
      const [small_p50_us, large_p50_us] = [small, large].map((ms) => Math.round(ms * 1000));
      rows.push({ ...row, small_p50_us, large_p50_us, ratio: Number((large / small).toFixed(2)) });
    }
  for (const { reader } of stores) await reader.close();
  console.table(rows);
  if (!isShort)
    writeFileSync(
      path.join(ROOT, 'test', 'load', 'results', 'candles.json'),
      `${JSON.stringify({ machine: machine(), trades: SIZES, rounds: ROUNDS, rows }, null, 2)}\n`,
    );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
