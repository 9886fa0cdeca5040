// `npm run bench:mirror`: CPU and p99 of the node mirror beside nginx with proxy_cache and beside the smallest proxy in
// Node, before the same chain, in interleaved rounds. Each request is measured cached (equal requests) and uncached (each
// one differs).
// Short form: `npm run bench:mirror -- --short`; one request: `-- --only get_block`. Both save nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { entryPoint, prepare, ROOT } from '../../scripts/setup.mjs';
import { ensureNginx, startNginx } from './nginx.mjs';

await prepare('all');
await ensureNginx('The mirror benchmark');

const { burst } = await import('./http-bench.mjs');
const { fillBook } = await import('./chain-bench.mjs');
const { machine, median, ratio, residentMiB } = await import('./machine.mjs');
const { freePort, LOAD_CORE, startServer, stopAll } = await import('./processes.mjs');
const { largeBlock } = await import('./large-block.mjs');

const isShort = process.argv.includes('--short');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : '';
const isPart = isShort || only !== '';
const ROUNDS = isShort ? 1 : 5;
const SECONDS = isShort ? 1 : 2;
const WARM_UP_SECONDS = isShort ? 1 : 3;
/** A burst of fewer requests measures the polls and collections of the process rather than the requests. */
const FEWEST_REQUESTS = 200;
const MAX_SECONDS = 6;
const MEMORY_MINUTES = isPart ? 0 : 5;
const ORDERS_PER_SIDE = 300;
const BLOCK_BYTES = { least: 190_000, most: 230_000 };
const UNLIMITED = '100000000';

const table = (limit) => ({ code: 'dex', scope: 'btcusdt', table: 'orderbook2', json: true, limit });

async function measure(name, pathName, body, targets, kinds = [true, false]) {
  const rows = [];
  if (!name.includes(only)) return rows;
  for (const isCached of kinds) {
    // The load generator replaces [<id>] by a different text in each request.
    const text = JSON.stringify(isCached ? body : { ...body, unique: '[<id>]' });
    const samples = targets.map(() => []);
    const requests = targets.map(({ url }) => ({
      url: url + pathName,
      body: text,
      idReplacement: !isCached,
    }));
    let seconds = SECONDS;
    for (const [index, target] of targets.entries()) {
      const { perSecond } = await burst({ name, pid: target.pid, request: requests[index] }, WARM_UP_SECONDS);
      if (!isShort)
        seconds = Math.max(seconds, Math.min(MAX_SECONDS, Math.ceil(FEWEST_REQUESTS / perSecond)));
    }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [index, target] of targets.entries())
        samples[index].push(await burst({ name, pid: target.pid, request: requests[index] }, seconds));
    const best = samples.map((rounds) => ({
      cpu: Math.min(...rounds.map(({ cpuMicros }) => cpuMicros)),
      p99: median(rounds.map(({ p99Ms }) => p99Ms)),
      perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    }));
    const [gateway, nginx, bare] = best;
    rows.push({
      request: name,
      kind: isCached ? 'cached' : 'uncached',
      gateway_cpu_us: Math.round(gateway.cpu),
      nginx_cpu_us: Math.round(nginx.cpu),
      bare_node_cpu_us: Math.round(bare.cpu),
      times_nginx: ratio(gateway.cpu, nginx.cpu),
      times_bare_node: ratio(gateway.cpu, bare.cpu),
      gateway_p99_ms: gateway.p99,
      nginx_p99_ms: nginx.p99,
      gateway_per_second: Math.round(gateway.perSecond),
      nginx_per_second: Math.round(nginx.perSecond),
    });
    process.stdout.write(`${JSON.stringify(rows.at(-1))}\n`);
  }
  return rows;
}

/** Resident memory of the gateway each half minute under a mix of requests. */
async function memory(gateway) {
  const samples = [];
  for (let half = 0; half < MEMORY_MINUTES * 2; half += 1) {
    const request = {
      url: `${gateway.url}/v1/chain/get_table_rows`,
      body: JSON.stringify({ ...table(20), unique: '[<id>]' }),
      idReplacement: true,
    };
    await burst({ name: 'memory', pid: gateway.pid, request }, 30);
    samples.push(residentMiB(gateway.pid));
    process.stdout.write(`resident MiB after ${(half + 1) / 2} minutes: ${samples.at(-1)}\n`);
  }
  return samples;
}

let nginx;
try {
  const devchainPort = await freePort();
  const chain = await startServer(
    [entryPoint('devchain')],
    { DEVCHAIN_PORT: String(devchainPort), DEVCHAIN_NAME: 'mainnet', DEVCHAIN_SIMULATION: 'off' },
    LOAD_CORE,
  );
  await fillBook(chain.url, ORDERS_PER_SIDE);
  const block = await largeBlock(chain.url, BLOCK_BYTES);
  const gateway = await startServer([entryPoint('gateway')], {
    PORT: String(await freePort()),
    MANAGEMENT_PORT: String(await freePort()),
    DEVCHAIN_PORT: String(devchainPort),
    RATE_LIMIT_MIRROR: UNLIMITED,
    LOG_LEVEL: 'silent',
  });
  nginx = await startNginx(`127.0.0.1:${devchainPort}`);
  await delay(2_000);
  const bare = await startServer([path.join(ROOT, 'test', 'load', 'baselines', 'raw-proxy.mjs'), chain.url]);
  const targets = [gateway, nginx, bare];
  const rows = [
    // A node takes no parameters here, so that all requests are equal.
    ...(await measure('get_info', '/v1/chain/get_info', {}, targets, [true])),
    ...(await measure('get_table_rows, 20 rows', '/v1/chain/get_table_rows', table(20), targets)),
    ...(await measure('get_table_rows, 500 rows', '/v1/chain/get_table_rows', table(500), targets)),
    ...(await measure('get_block, 200 kB', '/v1/chain/get_block', { block_num_or_id: block }, targets)),
  ];
  const resident_mib = await memory(gateway);
  process.stdout.write(`\n${JSON.stringify(machine())}\n\n`);
  console.table(rows);
  if (resident_mib.length > 0)
    process.stdout.write(`resident MiB each half minute: ${resident_mib.join(' ')}\n`);
  if (!isPart) {
    const file = path.join(ROOT, 'test', 'load', 'results', 'mirror.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(
      file,
      `${JSON.stringify({ machine: machine(), rounds: ROUNDS, rows, resident_mib }, null, 2)}\n`,
    );
  }
} finally {
  nginx?.stop();
  stopAll();
}
