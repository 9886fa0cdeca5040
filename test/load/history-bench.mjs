// `npm run bench:history`: ingest, reads, disk and memory of the history store; saved under results/.
// 10^4 and 10^5 actions; `-- --long` adds 10^6 and 10^7 in SQLite, `-- --short` is a preview with 10^4 that is not saved.
// Progress goes to standard error. Each size is saved once it is measured, so that an interrupted run keeps it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensurePostgres, prepare } from '../../scripts/setup.mjs';

await prepare('all');
await ensurePostgres();

const { machine } = await import('./machine.mjs');
const { startPostgres } = await import('./postgres.mjs');
const { pinned, SERVER_CORE } = await import('./processes.mjs');

const isShort = process.argv.includes('--short');
const SIZES = isShort ? [10_000] : [10_000, 100_000];
const SQLITE_SIZES = process.argv.includes('--long') ? [...SIZES, 1_000_000, 10_000_000] : SIZES;
/** Of the ingest of one size: at its end the reads are measured with the actions that are there. */
const MAX_INGEST_MS = 25 * 60_000;
/** Above, the store is not measured alone: it would take as long again. */
const MAX_ALONE = 1_000_000;
const folder = mkdtempSync(path.join(tmpdir(), 'history-bench-'));
const postgres = await startPostgres();

async function outputOf(script, argument) {
  const file = path.join(import.meta.dirname, script);
  const [command, args] = pinned(SERVER_CORE, process.execPath, [file, argument]);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${script} ended with status ${status}`);
  return JSON.parse(Buffer.concat(output).toString());
}

/** Options of a run of so many actions. */
const optionsOf = (actions, engine) => ({
  actions,
  engine,
  folder,
  maxIngestMs: MAX_INGEST_MS,
  measuresAlone: actions <= MAX_ALONE,
});

async function measureSqlite(actions) {
  const result = await outputOf('history-run.mjs', JSON.stringify(optionsOf(actions, 'sqlite')));
  const serving = await outputOf('history-memory.mjs', path.join(folder, `whole-${actions}.db`));
  return { ...result, serving_resident_mib: serving };
}

async function measurePostgres(actions) {
  const names = ['whole', 'alone'].map((name) => `${name}_${actions}`);
  const urls = [];
  for (const name of names) urls.push(await postgres.createDatabase(name));
  const emptyBytes = await postgres.bytesOf(names[1]);
  const options = { ...optionsOf(actions, 'postgres'), urls };
  const result = await outputOf('history-run.mjs', JSON.stringify(options));
  // The catalogues of an empty database are 7 MB.
  const bytes = (await postgres.bytesOf(names[1])) - emptyBytes;
  return { ...result, bytes_per_action: Math.round(bytes / result.actions) };
}

const results = [];

function save() {
  const text = `${JSON.stringify({ machine: machine(), results }, null, 2)}\n`;
  if (isShort) return text;
  const output = path.join(import.meta.dirname, 'results');
  mkdirSync(output, { recursive: true });
  writeFileSync(path.join(output, 'history.json'), text);
  return text;
}

try {
  for (const actions of SIZES) {
    results.push(await measurePostgres(actions));
    save();
  }
  for (const actions of SQLITE_SIZES) {
    results.push(await measureSqlite(actions));
    save();
  }
  process.stdout.write(save());
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
