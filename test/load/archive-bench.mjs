// `npm run bench:archive`: bytes of an archive of the development chain, and fills of new SQLite stores from it and from a
// state-history server with ready messages, by turns; saved as results/archive.json. `-- --short` saves nothing.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { entryPoint, prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');

// Only now: an older Node, which this script is started again from, does not have it.
const { gzipSync, zstdDecompressSync } = await import('node:zlib');
const { machine, median, ratio } = await import('./machine.mjs');
const { freePort, LOAD_CORE, pinned, SERVER_CORE, startServer } = await import('./processes.mjs');

const isShort = process.argv.includes('--short');
const BLOCKS = isShort ? 600 : 3_000;
const ROUNDS = isShort ? 1 : 3;
const folder = mkdtempSync(path.join(tmpdir(), 'archive-bench-'));
const archive = path.join(folder, 'archive');
const script = (name) => path.join(import.meta.dirname, name);

/** The output of a program of Node that ends. */
function outputOf(args) {
  const [command, all] = pinned(SERVER_CORE, process.execPath, args);
  const { status, stdout } = spawnSync(command, all, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}`);
  return stdout.toString();
}

/** Exports the blocks of a development chain whose simulated users trade. */
async function exportChain() {
  const shipPort = await freePort();
  const chain = await startServer(
    [entryPoint('devchain')],
    {
      ...{ DEVCHAIN_PORT: String(await freePort()), DEVCHAIN_NAME: 'mainnet' },
      DEVCHAIN_SHIP_PORT: String(shipPort),
    },
    LOAD_CORE,
  );
  for (let made = 0; made < BLOCKS; made += 200) {
    const body = JSON.stringify({ count: 200 });
    const { status } = await fetch(`${chain.url}/devchain/produce-blocks`, { method: 'POST', body });
    if (status !== 200) throw new Error(`produce-blocks is answered ${status}`);
  }
  const startMs = performance.now();
  outputOf([
    entryPoint('history', 'archive'),
    'export',
    '--ship',
    `ws://127.0.0.1:${shipPort}`,
    '--folder',
    archive,
  ]);
  const exportMs = performance.now() - startMs;
  chain.stop();
  return exportMs;
}

async function startReplay() {
  const [command, args] = pinned(LOAD_CORE, process.execPath, [script('archive-server.mjs'), archive]);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { child, url: line.toString().trim() };
}

try {
  const exportMs = await exportChain();
  const manifest = JSON.parse(readFileSync(path.join(archive, 'manifest.json'), 'utf8'));
  const segments = readdirSync(archive).filter((name) => name.endsWith('.zst'));
  const files = segments.map((name) => readFileSync(path.join(archive, name)));
  const raw = manifest.segments.reduce((sum, { bytes }) => sum + bytes, 0);
  const zstd = files.reduce((sum, { length }) => sum + length, 0);
  const gzip = files.reduce((sum, file) => sum + gzipSync(zstdDecompressSync(file)).length, 0);
  const last = manifest.segments.at(-1).last_block;
  const checkStart = performance.now();
  outputOf([entryPoint('history', 'archive'), 'check', '--archive', archive]);
  const checkMs = performance.now() - checkStart;

  const { child, url: ship } = await startReplay();
  const sources = { server: [], archive: [pathToFileURL(archive).href] };
  const rounds = { server: [], archive: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const names = Object.keys(sources);
    for (const name of round % 2 === 0 ? names : names.reverse()) {
      const file = path.join(folder, `${name}-${round}.db`);
      const options = JSON.stringify({ ship, archives: sources[name], file, last });
      rounds[name].push({
        ...JSON.parse(outputOf([script('archive-fill.mjs'), options])),
        storeBytes: statSync(file).size,
      });
    }
  }
  child.kill();
  const of = (name, member) => median(rounds[name].map((round) => round[member]));
  const { actions } = rounds.archive[0];
  const result = {
    machine: machine(),
    rounds: ROUNDS,
    ...{ blocks: last, actions, segments: segments.length },
    bytes: {
      manifest: statSync(path.join(archive, 'manifest.json')).size,
      raw_per_block: Math.round(raw / last),
      raw_per_action: Math.round(raw / actions),
      zstd_per_block: Math.round(zstd / last),
      zstd_per_action: Math.round(zstd / actions),
      gzip_per_action: Math.round(gzip / actions),
      store_per_action: Math.round(of('archive', 'storeBytes') / actions),
      raw_to_zstd: ratio(raw, zstd),
    },
    export_blocks_per_second: Math.round(last / (exportMs / 1000)),
    check_blocks_per_second: Math.round(last / (checkMs / 1000)),
    fill: Object.fromEntries(
      Object.keys(rounds).map((name) => [
        name,
        {
          blocks_per_second: Math.round(last / (of(name, 'ms') / 1000)),
          actions_per_second: Math.round(actions / (of(name, 'ms') / 1000)),
          cpu_us_per_action: Math.round((of(name, 'cpuMs') * 1000) / actions),
        },
      ]),
    ),
    archive_to_server_cpu: ratio(of('archive', 'cpuMs'), of('server', 'cpuMs')),
  };
  const text = `${JSON.stringify(result, null, 2)}\n`;
  process.stdout.write(text);
  if (!isShort) writeFileSync(path.join(ROOT, 'test/load/results/archive.json'), text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
