// `npm run bench:history`: ingest, reads, disk and memory of the history store; saved under results/.
// 10^4 and 10^5 actions; `-- --long` adds 10^6 in SQLite, `-- --short` is a preview with 10^4 that is not saved.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensurePostgres, prepare } from '../../scripts/setup.mjs';

await prepare('all');
await ensurePostgres();

const { machine } = await import('./machine.mjs');
const { startPostgres } = await import('./postgres.mjs');
const { pinned, SERVER_CORE } = await import('./processes.mjs');

const run = promisify(execFile);
const isShort = process.argv.includes('--short');
const SIZES = isShort ? [10_000] : [10_000, 100_000];
const SQLITE_SIZES = process.argv.includes('--long') ? [...SIZES, 1_000_000] : SIZES;
const folder = mkdtempSync(path.join(tmpdir(), 'history-bench-'));
const postgres = await startPostgres();

async function outputOf(script, argument) {
  const file = path.join(import.meta.dirname, script);
  const [command, args] = pinned(SERVER_CORE, process.execPath, [file, argument]);
  return JSON.parse((await run(command, args, { maxBuffer: 2 ** 26 })).stdout);
}

async function measureSqlite(actions) {
  const result = await outputOf('history-run.mjs', JSON.stringify({ actions, engine: 'sqlite', folder }));
  const serving = await outputOf('history-memory.mjs', path.join(folder, `whole-${actions}.db`));
  return { ...result, serving_resident_mib: serving };
}

async function measurePostgres(actions) {
  const names = ['whole', 'alone'].map((name) => `${name}_${actions}`);
  const urls = [];
  for (const name of names) urls.push(await postgres.createDatabase(name));
  const options = { actions, engine: 'postgres', folder, urls };
  const result = await outputOf('history-run.mjs', JSON.stringify(options));
  return { ...result, bytes_per_action: Math.round((await postgres.bytesOf(names[1])) / result.actions) };
}

try {
  const results = [];
  for (const actions of SQLITE_SIZES) results.push(await measureSqlite(actions));
  for (const actions of SIZES) results.push(await measurePostgres(actions));
  const text = `${JSON.stringify({ machine: machine(), results }, null, 2)}\n`;
  process.stdout.write(text);
  if (!isShort) {
    const output = path.join(import.meta.dirname, 'results');
    mkdirSync(output, { recursive: true });
    writeFileSync(path.join(output, 'history.json'), text);
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
