// `npm run bench:compare -- <folder of another checkout> [--only get_account,transfer]`: CPU time of this checkout's
// gateway for each tool beside that of another, in interleaved rounds, by the fastest round of each. Each gateway has a chain of its own checkout.
// The other checkout must be installed and built (`npm run build` there).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureRedis, entryPoint, prepare, ROOT } from '../../scripts/setup.mjs';

const other = process.argv[2];
if (other === undefined || other.startsWith('--')) {
  throw new Error('usage: npm run bench:compare -- <folder of another checkout> [--only <tool>,<tool>]');
}
/** An older checkout has a file of each module. */
const entryPointOf = (folder, app) => {
  const file = path.join(folder, path.relative(ROOT, entryPoint(app)));
  const older = path.join(path.dirname(file), 'apps', app, 'src', 'main.js');
  return existsSync(older) ? older : file;
};
for (const app of ['gateway', 'devchain']) {
  const file = entryPointOf(other, app);
  if (!existsSync(file)) throw new Error(`${file} is missing: build that checkout first`);
}

await prepare('all');
await ensureRedis();

const { burst } = await import('./http-bench.mjs');
const { fillBook } = await import('./chain-bench.mjs');
const { machine, median } = await import('./machine.mjs');
const { freePort, LOAD_CORE, startRedis, startServer, stopAll } = await import('./processes.mjs');
const { onlyArgument, selectTools } = await import('./tools.mjs');

const ROUNDS = 7;
const SECONDS = 1;
const ORDERS_PER_SIDE = 225;
const UNLIMITED = '1000000';

async function startStack(folder) {
  const devchainPort = String(await freePort());
  const chain = await startServer(
    [entryPointOf(folder, 'devchain')],
    { DEVCHAIN_PORT: devchainPort, DEVCHAIN_NAME: 'mainnet' },
    LOAD_CORE,
  );
  await fillBook(chain.url, ORDERS_PER_SIDE);
  return startServer([entryPointOf(folder, 'gateway')], {
    PORT: String(await freePort()),
    MANAGEMENT_PORT: String(await freePort()),
    DEVCHAIN_PORT: devchainPort,
    REDIS_URL: await startRedis(),
    RATE_LIMIT_READ: UNLIMITED,
    RATE_LIMIT_COMPOSE: UNLIMITED,
    LOG_LEVEL: 'error',
  });
}

/** Whether the gateway answers; an older checkout may not know a field of the input. */
async function answers({ url, body }) {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', body, headers })).ok;
}

async function compareTool(name, input, gateways) {
  const targets = gateways.map((gateway) => ({
    name,
    pid: gateway.pid,
    request: { url: `${gateway.url}/v1/tools/${name}`, body: JSON.stringify(input) },
  }));
  if (!(await answers(targets[1].request))) return { tool: name, ratio: 'refused by the other checkout' };
  const samples = targets.map(() => []);
  for (const target of targets) await burst(target, 2); // warm-up
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, target] of targets.entries()) samples[index].push(await burst(target, SECONDS));
  }
  const cpu = samples.map((rounds) => rounds.map((sample) => sample.cpuMicros));
  // Other work on the machine only adds time: the fastest round is the closest to the cost of the code.
  const fastest = cpu.map((values) => Math.min(...values));
  return {
    tool: name,
    cpu_us_this: Math.round(fastest[0]),
    cpu_us_other: Math.round(fastest[1]),
    ratio: (fastest[0] / fastest[1]).toFixed(2),
    ratio_of_medians: (median(cpu[0]) / median(cpu[1])).toFixed(2),
  };
}

try {
  const gateways = [await startStack(ROOT), await startStack(path.resolve(other))];
  const rows = [];
  for (const [name, input] of selectTools(onlyArgument(process.argv))) {
    rows.push(await compareTool(name, input, gateways));
  }
  process.stdout.write(`\n${JSON.stringify(machine())}\n\n`);
  console.table(rows);
} finally {
  stopAll();
}
