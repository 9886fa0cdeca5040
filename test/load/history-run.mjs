// One run of `npm run bench:history`, in a process of its own: ingest of so many actions into one store, then reads.
// Argument: {"actions", "engine": "sqlite" | "postgres", "folder", "urls", "maxIngestMs", "measuresAlone"}. Prints a
// JSON object, and its progress to standard error.
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { COMPILED } from '../../scripts/setup/paths.mjs';
import { readCases } from './history-reads.mjs';
import { TRADE_LAYOUT, Workload } from './history-workload.mjs';

const require = createRequire(import.meta.url);
const app = (file) => require(path.join(COMPILED, 'apps/history/src', file));
const { decodeBlock, decodeResult } = require(path.join(COMPILED, 'libs/ship/src/index.js'));
const { Derivation } = app('derive/derivation.js');
const { parseTradeLayout } = app('derive/trade-layout.js');
const { openSqliteReader, openSqliteWriter } = app('store/sqlite/sqlite-history.js');
const { openPostgresReader, openPostgresWriter } = app('store/postgres/postgres-history.js');

const BLOCKS_PER_APPEND = 200;
const REVERSIBLE = 330;
const CHAIN_ID = new Uint8Array(32);
const PREPARATION = { trades: TRADE_LAYOUT };
const options = JSON.parse(process.argv[2]);
const files = ['whole', 'alone'].map((name) => path.join(options.folder, `${name}-${options.actions}.db`));
const openWriter = (index) =>
  options.engine === 'sqlite'
    ? openSqliteWriter(files[index], undefined, PREPARATION)
    : openPostgresWriter(options.urls[index], undefined, PREPARATION);
const openReader = () =>
  options.engine === 'sqlite' ? openSqliteReader(files[0]) : openPostgresReader(options.urls[0]);

const cpuUs = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

async function timed(totals, work) {
  const [cpu, start] = [cpuUs(), performance.now()];
  const result = await work();
  totals.cpuUs += cpuUs() - cpu;
  totals.ms += performance.now() - start;
  return result;
}

const workload = new Workload();
const [whole, alone] = [await openWriter(0), await openWriter(1)];
for (const writer of [whole, alone]) await writer.open(CHAIN_ID);
const derivations = [0, 1].map(() => new Derivation(parseTradeLayout(TRADE_LAYOUT)));
for (const derivation of derivations) derivation.resume(undefined);
const derive = (derivation, frames) =>
  frames.map((frame) => derivation.derive(decodeBlock(decodeResult(frame))));

// Interleaved: each part of the chain goes through both, in turns the one or the other first.
const ingest = { whole: { cpuUs: 0, ms: 0 }, alone: { cpuUs: 0, ms: 0 } };
let frameBytes = 0;
const startedMs = performance.now();
const secondsSinceStart = () => (performance.now() - startedMs) / 1000;
let toldSeconds = 0;

function tellProgress() {
  const seconds = secondsSinceStart();
  if (seconds - toldSeconds < 10) return;
  toldSeconds = seconds;
  const rate = workload.actions / seconds;
  const left = Math.round(Math.max(0, options.actions - workload.actions) / rate);
  process.stderr.write(
    `${options.engine}: ${workload.actions} of ${options.actions} actions, ${Math.round(rate)}/s, ${left} s left\n`,
  );
}

const isDue = () => secondsSinceStart() * 1000 > options.maxIngestMs;
for (let turn = 0; workload.actions < options.actions && !isDue(); turn++) {
  const frames = Array.from({ length: BLOCKS_PER_APPEND }, () => workload.next());
  frameBytes += frames.reduce((sum, { length }) => sum + length, 0);
  const last = (turn + 1) * BLOCKS_PER_APPEND;
  const runs = [() => timed(ingest.whole, () => whole.append(derive(derivations[0], frames), last))];
  if (options.measuresAlone) {
    const ready = derive(derivations[1], frames);
    runs.push(() => timed(ingest.alone, () => alone.append(ready, last)));
  }
  if (turn % 2 === 1) runs.reverse();
  for (const run of runs) await run();
  tellProgress();
}
const ingestSeconds = secondsSinceStart();
const ingestRss = process.memoryUsage.rss();

// Live mode: a block is a transaction of its own and can be undone.
const { num } = await whole.cursor();
const live = [];
const actionsBefore = workload.actions;
for (let block = 1; block <= REVERSIBLE; block++) {
  const frame = workload.next();
  const start = performance.now();
  await whole.append(derive(derivations[0], [frame]), num);
  live.push(performance.now() - start);
}
const undo = { cpuUs: 0, ms: 0 };
await timed(undo, () => whole.undoTo(num));
const actions = actionsBefore;

const reader = await openReader();
const reads = await readCases(reader, {
  file: options.engine === 'sqlite' ? files[0] : undefined,
  url: options.urls?.[0],
  transactionIds: workload.transactionIds.filter((_, index) => index < actions / 600),
});
await reader.close();
await whole.close();
await alone.close();

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];
const round = (value, digits = 1) => Number(value.toFixed(digits));
process.stdout.write(
  `${JSON.stringify({
    engine: options.engine,
    actions,
    blocks: num,
    frame_bytes_per_action: Math.round(frameBytes / actions),
    whole_cpu_us_per_action: round(ingest.whole.cpuUs / actions),
    ingest_seconds: Math.round(ingestSeconds),
    ...(options.measuresAlone
      ? {
          store_cpu_us_per_action: round(ingest.alone.cpuUs / actions),
          ratio_whole_to_store: round(ingest.whole.cpuUs / ingest.alone.cpuUs, 2),
        }
      : {}),
    whole_actions_per_second: Math.round((actions / ingest.whole.ms) * 1000),
    ...(options.engine === 'sqlite'
      ? { bytes_per_action: Math.round(statSync(files[options.measuresAlone ? 1 : 0]).size / actions) }
      : {}),
    live_block_ms: { p50: round(quantile(live, 0.5)), p99: round(quantile(live, 0.99)) },
    undo_blocks: REVERSIBLE,
    undo_ms: Math.round(undo.ms),
    ingest_resident_mib: Math.round(ingestRss / 2 ** 20),
    reads,
  })}\n`,
);
