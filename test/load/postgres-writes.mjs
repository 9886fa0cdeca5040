// `npm run bench:postgres`: the first fill of a PostgreSQL history by one and by several sessions, and commits that wait
// for the disk beside such that do not; saved under results/. `-- --short` is a preview that is not saved.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { COMPILED, entryPoint } from '../../scripts/setup/paths.mjs';
import { ensurePostgres, prepare } from '../../scripts/setup.mjs';

await prepare('all');
await ensurePostgres();

const require = createRequire(import.meta.url);
const app = (file) => require(path.join(COMPILED, 'apps/history/src', file));
const { decodeBlock, decodeResult } = require(path.join(COMPILED, 'libs/ship/src/index.js'));
const { Derivation } = app('derive/derivation.js');
const { SqlHistoryWriter } = app('store/sql/sql-writer.js');
const { PostgresDatabase } = app('store/postgres/postgres-database.js');
const { Workload } = await import('./history-workload.mjs');
const { loadavg } = await import('node:os');
const { machine, median, ratio } = await import('./machine.mjs');
const { freePort } = await import('./ports.mjs');
const { startPostgres } = await import('./postgres.mjs');

const isShort = process.argv.includes('--short');
const ROUNDS = isShort ? 1 : 3;
const ACTIONS = isShort ? 20_000 : 100_000;
const SESSIONS = [1, 2, 4];
const COMMITS = isShort ? 100 : 500;
const MAIN = entryPoint('history');
const postgres = await startPostgres();
let databases = 0;
const emptyDatabase = () => postgres.createDatabase(`bench_${++databases}`);

const firstLine = (child) =>
  new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    createInterface({ input: child.stdout }).once('line', resolve);
  });

const end = (child) =>
  new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });

const start = (file, args, env = {}) =>
  spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Seconds from the start of a history process to the last block, in an empty database. */
async function fillSeconds(ship, sessions) {
  const port = await freePort();
  const env = {
    HISTORY_ROLE: 'index',
    HISTORY_SHIP_URL: ship.url,
    HISTORY_DATABASE_URL: await emptyDatabase(),
    HISTORY_BACKFILL_SESSIONS: String(sessions),
    HISTORY_MANAGEMENT_PORT: String(port),
    LOG_LEVEL: 'warn',
  };
  const history = start(MAIN, [], env);
  await firstLine(history);
  const startMs = performance.now();
  for (;;) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const [, num] = /^history_last_block\{[^}]*\} (\d+)/m.exec(text) ?? [];
    if (Number(num) === ship.blocks) break;
    await wait(50);
  }
  const seconds = (performance.now() - startMs) / 1000;
  await end(history);
  return seconds;
}

async function measureSessions() {
  const replay = start(path.join(import.meta.dirname, 'replay-ship.mjs'), [String(ACTIONS)]);
  const ship = JSON.parse(await firstLine(replay));
  const seconds = new Map(SESSIONS.map((sessions) => [sessions, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const sessions of round % 2 === 0 ? SESSIONS : SESSIONS.toReversed()) {
      seconds.get(sessions).push(await fillSeconds(ship, sessions));
      process.stderr.write(`${sessions} sessions: ${seconds.get(sessions).at(-1).toFixed(1)} s\n`);
    }
  await end(replay);
  const one = median(seconds.get(1));
  return SESSIONS.map((sessions) => ({
    sessions,
    blocks: ship.blocks,
    actions: ship.actions,
    seconds: seconds.get(sessions).map((each) => Number(each.toFixed(1))),
    actions_per_second: Math.round(ship.actions / median(seconds.get(sessions))),
    times_one_session: ratio(one, median(seconds.get(sessions))),
  }));
}

/** Commits of the writer wait for the disk, or do not. */
const withCommits = (database, synchronous) => ({
  transaction: (work) =>
    database.transaction(async (session) => {
      await session.run(`SET LOCAL synchronous_commit = ${synchronous}`);
      return work(session);
    }),
  read: (work) => database.read(work),
  close: () => database.close(),
});

/** Milliseconds of each commit of so many blocks, in turns with commits that wait for the disk and without. */
async function measureCommits(blocksPerCommit, commits) {
  const workload = new Workload();
  const stores = [];
  for (const name of ['on', 'off']) {
    const database = await PostgresDatabase.at(await emptyDatabase(), { isWriter: true });
    await database.prepare();
    const writer = new SqlHistoryWriter(withCommits(database, name));
    await writer.open(new Uint8Array(32));
    stores.push({ name, writer, ms: [] });
  }
  const derivation = new Derivation();
  derivation.resume(undefined);
  let num = 0;
  for (let commit = 0; commit < commits; commit++) {
    const blocks = Array.from({ length: blocksPerCommit }, () =>
      derivation.derive(decodeBlock(decodeResult(workload.next()))),
    );
    num += blocks.length;
    for (const { writer, ms } of commit % 2 === 0 ? stores : stores.toReversed()) {
      const startMs = performance.now();
      await writer.append(blocks, num);
      ms.push(performance.now() - startMs);
    }
  }
  for (const { writer } of stores) await writer.close();
  const figures = Object.fromEntries(stores.map(({ name, ms }) => [name, Number(median(ms).toFixed(2))]));
  return {
    blocks_per_commit: blocksPerCommit,
    median_ms: figures,
    times_off: ratio(figures.on, figures.off),
  };
}

try {
  const results = {
    machine: { ...machine(), load_average_at_start: loadavg()[0] },
    commits: [await measureCommits(1, COMMITS), await measureCommits(50, COMMITS / 5)],
    fill: await measureSessions(),
  };
  const text = `${JSON.stringify(results, null, 2)}\n`;
  if (!isShort) {
    const output = path.join(import.meta.dirname, 'results');
    mkdirSync(output, { recursive: true });
    writeFileSync(path.join(output, 'postgres-writes.json'), text);
  }
  process.stdout.write(text);
} finally {
  await postgres.stop();
}
