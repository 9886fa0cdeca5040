// `npm run bench:tracing`: CPU time of the gateway for one request without a trace receiver, with a receiver and one
// request in ten sampled, and with every request sampled. The three gateways are measured in turn, each round.
// `-- --note busy` marks the machine.
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { entryPoint, prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');

const { machine } = await import('./machine.mjs');
const { freePort, LOAD_CORE, startServer, stopAll } = await import('./processes.mjs');

const ROUNDS = 12;
const REQUESTS = 400;
const CONCURRENT = 8;
const WARM_UP_ROUNDS = 5;

/** A number as a code of a token: capital letters. */
const lettersOf = (index) => [...String(index)].map((digit) => 'ABCDEFGHIJ'[digit]).join('');

const CASES = [
  { name: 'get_info of the node API, kept', path: '/v1/chain/get_info', body: '{}' },
  { name: 'get_orderbook', path: '/v1/tools/get_orderbook', body: '{"pair":"btcusdt"}' },
  // Each has a symbol of its own, so that each reads the account from the node.
  {
    name: 'get_account of the node API, not kept',
    path: '/v1/chain/get_account',
    body: (index) => JSON.stringify({ account_name: 'alice', expected_core_symbol: `4,${lettersOf(index)}` }),
  },
];

/** Receives spans, counts the bytes, and answers as a collector does. */
async function startReceiver() {
  const receiver = { bytes: 0, url: '' };
  const server = createServer((request, response) => {
    request.on('data', (chunk) => (receiver.bytes += chunk.length));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${server.address().port}`;
  receiver.close = () => server.closeAllConnections() ?? server.close();
  return receiver;
}

let sent = 0;
async function burst(url, { path: route, body }) {
  let left = REQUESTS;
  const worker = async () => {
    while (left-- > 0) {
      const text = typeof body === 'string' ? body : body((sent += 1));
      const answer = await fetch(url + route, { method: 'POST', body: text });
      await answer.text();
      if (answer.status !== 200) throw new Error(`${route}: ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
}

async function cpuSeconds(metricsUrl) {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)[1]);
}

/** Microseconds of CPU for one request, with its share of one reading of the metrics. */
async function measured({ url, metricsUrl }, request) {
  const before = await cpuSeconds(metricsUrl);
  await burst(url, request);
  return (((await cpuSeconds(metricsUrl)) - before) / REQUESTS) * 1e6;
}

const argument = (name) => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};

const receiver = await startReceiver();
try {
  const chain = await startServer(
    [entryPoint('devchain')],
    { DEVCHAIN_PORT: String(await freePort()), DEVCHAIN_NAME: 'mainnet', DEVCHAIN_SIMULATION: 'off' },
    LOAD_CORE,
  );
  const limits = ['READ', 'MIRROR'].map((bucket) => [`RATE_LIMIT_${bucket}`, '0']);
  const start = async (env) => {
    const managementPort = await freePort();
    const { url } = await startServer([entryPoint('gateway')], {
      ...Object.fromEntries(limits),
      ...{ PORT: '0', MANAGEMENT_PORT: String(managementPort), LOG_LEVEL: 'warn' },
      ...{ DEVCHAIN_PORT: new URL(chain.url).port, ...env },
    });
    return { url, metricsUrl: `http://127.0.0.1:${managementPort}/metrics` };
  };
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
  const gateways = {
    off: await start({}),
    a_tenth: await start({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '0.1' }),
    every_request: await start({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '1' }),
  };
  const rows = [];
  for (const request of CASES) {
    const rounds = Object.fromEntries(Object.keys(gateways).map((name) => [name, []]));
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      for (const [name, gateway] of Object.entries(gateways)) {
        const us = await measured(gateway, request);
        if (round >= WARM_UP_ROUNDS) rounds[name].push(us);
      }
    }
    // Other work on the machine only adds time: the fastest round is the closest to the cost of the code.
    const least = Object.entries(rounds).map(([name, all]) => [
      `${name}_cpu_us`,
      Math.round(Math.min(...all)),
    ]);
    rows.push({ request: request.name, ...Object.fromEntries(least) });
    process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`);
  }
  const result = {
    machine: machine(),
    note: argument('--note') ?? '',
    rounds: ROUNDS,
    requests: REQUESTS,
    bytes_to_receiver: receiver.bytes,
    rows,
  };
  const file = path.join(ROOT, 'test', 'load', 'results', 'tracing.json');
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
} finally {
  receiver.close();
  stopAll();
}
