// `npm run bench:quorum`: what `verify: quorum` costs beside `off`: requests to nodes, CPU and time of one call, for tools
// whose reads are compared and for others. Two gateways before the same three nodes, in turn in each round; no answer is
// at hand. `-- --short` takes two rounds and saves nothing.
import { writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { entryPoint, prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');

const { machine, median, ratio } = await import('./machine.mjs');
const { ANY_CORE, freePort, startServer, stopAll } = await import('./processes.mjs');
const { temporaryFolder } = await import('./temporary-folder.mjs');

const isShort = process.argv.includes('--short');
const ROUNDS = isShort ? 2 : 25;
const WARM_UP_ROUNDS = isShort ? 1 : 5;
const MODES = ['off', 'quorum'];
const NODES = 3;
const UNLIMITED = '100000000';
const BUCKETS = ['READ', 'COMPOSE', 'MIRROR'];
/** Longer than an answer is at hand. */
const KEPT_MS = 600;
const PROFILE = path.join(ROOT, 'libs', 'networks', 'profiles', 'development.yaml');

const ofAccount = (account) => ({ account });
/** @param accounts each call of a round has another one: no answer is at hand */
const cases = (accounts) => [
  ['get_deposit_address', true, accounts.map(ofAccount)],
  ['get_vault', true, accounts.map(ofAccount)],
  ['get_portfolio', true, accounts.map(ofAccount)],
  ['get_btc_price', true, [{}]],
  [
    'transfer',
    true,
    accounts
      .map((from) => ({ from, to: 'carol', symbol: 'BTC', amount: '0.0001' }))
      .filter(({ from }) => from !== 'carol'),
  ],
  ['get_account', false, accounts.map(ofAccount)],
  ['get_orders', false, accounts.map((account) => ({ account, pair: 'btcusdt' }))],
  [
    'get_table_rows',
    false,
    accounts.map((scope) => ({ code: 'btc.token', scope, table: 'accounts', limit: 10 })),
  ],
];

/** An address of its own before the same chain: all nodes are at one head, and none costs anything else. */
async function startNode(chainUrl) {
  const { hostname, port } = new URL(chainUrl);
  const server = createServer((socket) => {
    const chain = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.setNoDelay(true);
    for (const end of [socket, chain])
      end.on('error', () => {
        socket.destroy();
        chain.destroy();
      });
    socket.pipe(chain).pipe(socket);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, server };
}

async function startGateway(nodes, verify) {
  const folder = temporaryFolder('quorum-');
  const file = path.join(folder, 'networks.yaml');
  const rows = nodes.map(({ url }, index) => `{ url: '${url}', label: node-${index + 1} }`).join(', ');
  writeFileSync(
    file,
    `networks:\n  mainnet: { chain_id: first-contact, profile: '${PROFILE}', verify: '${verify}', nodes: [${rows}] }\n`,
  );
  const managementPort = await freePort();
  const { url } = await startServer(
    [entryPoint('gateway')],
    {
      ...Object.fromEntries(BUCKETS.map((bucket) => [`RATE_LIMIT_${bucket}`, UNLIMITED])),
      ...{ PORT: '0', MANAGEMENT_PORT: String(managementPort), LOG_LEVEL: 'error', NETWORKS_FILE: file },
      // Samples are compared with `quorum` alone, and cost 1 % of all reads.
      NODE_SAMPLE_PERCENT: '0',
    },
    ANY_CORE,
  );
  return { url, metricsUrl: `http://127.0.0.1:${managementPort}/metrics` };
}

/** CPU seconds of the process, and requests to nodes but polls. */
async function used({ metricsUrl }) {
  const text = await (await fetch(metricsUrl)).text();
  const requests = [...text.matchAll(/^gateway_upstream_requests_total\{(.*)\} (\d+)$/gm)]
    .filter(([, labels]) => !labels.includes('route="/v1/chain/get_info"'))
    .reduce((sum, [, , count]) => sum + Number(count), 0);
  return { cpuSeconds: Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)[1]), requests };
}

async function call(url, tool, input) {
  const startedMs = performance.now();
  const answer = await fetch(`${url}/v1/tools/${tool}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json' },
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${tool}: ${answer.status} ${text}`);
  return performance.now() - startedMs;
}

async function burst(gateway, tool, inputs) {
  // One reading beside the calls is in each row of both modes.
  const before = await used(gateway);
  const ms = [];
  for (const input of inputs) ms.push(await call(gateway.url, tool, input));
  const after = await used(gateway);
  return {
    ms,
    requests: (after.requests - before.requests) / inputs.length,
    cpu_us: ((after.cpuSeconds - before.cpuSeconds) / inputs.length) * 1e6,
  };
}

const percentile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))];
const rounded = (value) => Math.round(value * 100) / 100;

function rowOf(tool, isCompared, bursts) {
  const of = (mode) => {
    const ms = bursts[mode].flatMap((one) => one.ms);
    return {
      requests: rounded(median(bursts[mode].map(({ requests }) => requests))),
      cpu_us: Math.round(median(bursts[mode].map(({ cpu_us }) => cpu_us))),
      ...{ p50_ms: rounded(percentile(ms, 0.5)), p99_ms: rounded(percentile(ms, 0.99)), calls: ms.length },
    };
  };
  const [off, quorum] = MODES.map(of);
  const times = Object.fromEntries(
    ['requests', 'cpu_us', 'p50_ms', 'p99_ms'].map((name) => [name, ratio(quorum[name], off[name])]),
  );
  return { tool, is_compared: isCompared, off, quorum, quorum_to_off: times };
}

const forwarders = [];
try {
  const chain = await startServer(
    [entryPoint('devchain')],
    { DEVCHAIN_PORT: String(await freePort()), DEVCHAIN_NAME: 'mainnet', DEVCHAIN_SIMULATION: 'on' },
    ANY_CORE,
  );
  for (let index = 0; index < NODES; index += 1) forwarders.push(await startNode(chain.url));
  const gateways = {};
  for (const mode of MODES) gateways[mode] = await startGateway(forwarders, mode);
  const accounts = await (await fetch(`${chain.url}/devchain/accounts`)).json();
  const names = accounts.map(({ name }) => name);
  const all = cases(names).map(([tool, isCompared, inputs]) => ({
    ...{ tool, isCompared, inputs },
    bursts: Object.fromEntries(MODES.map((mode) => [mode, []])),
  }));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const { tool, inputs, bursts } of all) {
      // Reads of the tool before may be at hand.
      await delay(KEPT_MS);
      // The first one of a round is not always the same.
      for (const mode of round % 2 === 0 ? MODES : MODES.toReversed()) {
        const one = await burst(gateways[mode], tool, inputs);
        if (round >= WARM_UP_ROUNDS) bursts[mode].push(one);
      }
    }
  }
  const rows = all.map(({ tool, isCompared, bursts }) => rowOf(tool, isCompared, bursts));
  const [load] = loadavg();
  const result = { machine: machine(), load_average: rounded(load), nodes: NODES, rounds: ROUNDS, rows };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (!isShort) {
    const file = path.join(ROOT, 'test', 'load', 'results', 'quorum.json');
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  }
} finally {
  for (const { server } of forwarders) server.close();
  stopAll();
}
process.exit();
