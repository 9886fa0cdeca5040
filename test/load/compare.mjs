// `npm run bench:compare -- <folder of another checkout> [--only get_account,transfer] [--rounds 40]`: CPU time of this
// checkout's gateway for each tool beside that of another. Short bursts take turns: on a busy machine the least of many
// short ones is close to the cost of the code, and a quiet moment is seldom long. Both gateways have the chain of this
// checkout, and equal dry runs. The other checkout must be installed and built (`npm run build` there).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { ensureRedis, entryPoint, prepare, ROOT } from '../../scripts/setup.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '40' } },
});
const [other] = positionals;
if (other === undefined)
  throw new Error(
    'usage: npm run bench:compare -- <folder of another checkout> [--only <tool>,<tool>] [--rounds 40]',
  );
const rounds = Number(values.rounds);

/** An older checkout has a file of each module. */
function gatewayOf(folder) {
  const file = path.join(folder, path.relative(ROOT, entryPoint('gateway')));
  const older = path.join(path.dirname(file), 'apps', 'gateway', 'src', 'main.js');
  const found = [older, file].find(existsSync);
  if (found === undefined) throw new Error(`${file} is missing: build that checkout first`);
  return found;
}
const otherGateway = gatewayOf(path.resolve(other));

await prepare('all');
await ensureRedis();

const { fillBook } = await import('./chain-bench.mjs');
const { cpuMicroseconds, machine, ratio } = await import('./machine.mjs');
const { freePort, LOAD_CORE, startRedis, startServer, stopAll } = await import('./processes.mjs');
const { selectTools } = await import('./tools.mjs');

const CALLS = 100;
const WARM_UP_CALLS = 2_500;
const CONNECTIONS = 16;
const ORDERS_PER_SIDE = 225;
const UNLIMITED = '1000000000';

/** The port of a node that keeps its dry runs. */
async function startNode() {
  const environment = { DEVCHAIN_PORT: String(await freePort()), DEVCHAIN_NAME: 'mainnet' };
  const chain = await startServer([entryPoint('devchain')], environment, LOAD_CORE);
  await fillBook(chain.url, ORDERS_PER_SIDE);
  const node = await startServer(
    [path.join(import.meta.dirname, 'kept-dry-runs.mjs'), chain.url],
    {},
    LOAD_CORE,
  );
  return new URL(node.url).port;
}

async function startGateway(file, nodePort) {
  const { url, pid } = await startServer([file], {
    PORT: String(await freePort()),
    MANAGEMENT_PORT: String(await freePort()),
    DEVCHAIN_PORT: nodePort,
    REDIS_URL: await startRedis(),
    RATE_LIMIT_READ: UNLIMITED,
    RATE_LIMIT_COMPOSE: UNLIMITED,
    LOG_LEVEL: 'error',
  });
  return { pid, pool: new Pool(url, { connections: CONNECTIONS }) };
}

async function call({ pool }, tool, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await pool.request({ method: 'POST', path: `/v1/tools/${tool}`, headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${tool} answered ${answer.statusCode}: ${text}`);
}

/** CPU time of a call in microseconds. */
async function burst(gateway, tool, body, calls) {
  const before = cpuMicroseconds(gateway.pid);
  let left = calls;
  const client = async () => {
    for (; left > 0;) {
      left -= 1;
      await call(gateway, tool, body);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return (cpuMicroseconds(gateway.pid) - before) / calls;
}

/** Least, lower quartile and median. */
function spread(values) {
  const sorted = values.toSorted((one, another) => one - another);
  return [0, 0.25, 0.5].map((part) => sorted[Math.floor(sorted.length * part)]);
}

async function compareTool(tool, input, gateways) {
  const body = JSON.stringify(input);
  try {
    // An older checkout may not know a field of the input.
    await call(gateways[1], tool, body);
  } catch (error) {
    return { tool, ratio: error.message };
  }
  for (const gateway of gateways) await burst(gateway, tool, body, WARM_UP_CALLS);
  const samples = gateways.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0])
      samples[index].push(await burst(gateways[index], tool, body, CALLS));
  const [own, others] = samples.map(spread);
  const [least, quartile, median] = own.map((value, index) => ratio(value, others[index]));
  const [cpu_us_this, cpu_us_other] = [own[0], others[0]].map(Math.round);
  return { tool, cpu_us_this, cpu_us_other, ratio: least, of_quartiles: quartile, of_medians: median };
}

const gateways = [];
try {
  const nodePort = await startNode();
  for (const file of [entryPoint('gateway'), otherGateway]) gateways.push(await startGateway(file, nodePort));
  const rows = [];
  for (const [tool, input] of selectTools(values.only?.split(','))) {
    rows.push(await compareTool(tool, input, gateways));
    process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`);
  }
  process.stdout.write(`\n${JSON.stringify({ ...machine(), rounds, calls: CALLS })}\n\n`);
  console.table(rows);
} finally {
  for (const { pool } of gateways) await pool.destroy();
  stopAll();
}
