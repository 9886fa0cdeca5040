// `npm run bench:economy`: orders, loans, replay and memory of the development chain; saved under results/.
// Short form: `npm run bench:economy -- --short` (a preview; not for publication).
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { entryPoint, prepare } from '../../scripts/setup.mjs';

await prepare('all');

const { measureEconomy } = await import('./economy-http.mjs');
const { machine, median } = await import('./machine.mjs');
const { freePort, LOAD_CORE, pinned, SERVER_CORE, startServer, stopAll } = await import('./processes.mjs');

const run = promisify(execFile);
const isShort = process.argv.includes('--short');
const rounds = isShort ? 1 : 3;
const ECONOMY = { rounds, count: isShort ? 320 : 1600 };
const REPLAY = { rounds, hours: isShort ? 0.1 : 1 };
const HALF_SECOND = { betweenMs: 500, ...(isShort ? { days: 1 / 24, samples: 1 } : { days: 1, samples: 4 }) };
const FIVE_SECONDS = {
  betweenMs: 5000,
  ...(isShort ? { days: 1 / 24, samples: 1 } : { days: 4, samples: 4 }),
};
const BLOCKS_PER_SECOND = 2;

/** The output of a script of this folder, run alone on one core. */
async function measuredBy(script, options, core, ...nodeOptions) {
  const file = path.join(import.meta.dirname, script);
  const [command, args] = pinned(core, process.execPath, [...nodeOptions, file, JSON.stringify(options)]);
  return JSON.parse((await run(command, args)).stdout);
}

async function measureReplay() {
  const { blocks, transactions, seconds } = await measuredBy('replay.mjs', REPLAY, SERVER_CORE);
  const middle = median(seconds);
  return {
    blocks,
    transactions,
    blocks_per_second: Math.round(blocks / middle),
    transactions_per_second: Math.round(transactions / middle),
    times_real_time: Math.round(blocks / middle / BLOCKS_PER_SECOND),
  };
}

/** Both in parallel, each on its own core: they are not timed. */
async function measureMemory() {
  const [halfSecond, fiveSeconds] = await Promise.all([
    measuredBy('memory-days.mjs', HALF_SECOND, SERVER_CORE, '--expose-gc'),
    measuredBy('memory-days.mjs', FIVE_SECONDS, LOAD_CORE, '--expose-gc'),
  ]);
  return { block_every_half_second: halfSecond, block_every_five_seconds: fiveSeconds };
}

try {
  process.stdout.write(`${JSON.stringify(machine())}\n`);
  const alone = {
    DEVCHAIN_PORT: String(await freePort()),
    DEVCHAIN_NAME: 'bench',
    DEVCHAIN_SIMULATION: 'off',
  };
  const economy = await measureEconomy(await startServer([entryPoint('devchain')], alone), ECONOMY);
  stopAll();
  console.table(economy);
  const replay = await measureReplay();
  console.table([replay]);
  const memory = await measureMemory();
  for (const samples of Object.values(memory)) console.table(samples);
  if (!isShort) {
    const file = path.join(import.meta.dirname, 'results', 'economy.json');
    const text = JSON.stringify({ machine: machine(), rounds, economy, replay, memory }, null, 2);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
    process.stdout.write(`written to ${path.relative(process.cwd(), file)}\n`);
  }
} finally {
  stopAll();
}
