// `npm run test:scale`: the same 20 questions from 1, 10, 100 and 1000 clients, through one gateway and through two that
// share a Redis. Prints how many requests the nodes receive for each block, and saves it under test/load/results/.
// `-- --short` takes seconds and saves nothing. `-- --json` prints the table as one line of JSON at the end.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureRedis, prepare, ROOT } from '../../scripts/setup.mjs';

await prepare('all');
await ensureRedis();

const { machine } = await import('../load/machine.mjs');
const { startRedis, stopAll } = await import('../load/processes.mjs');
const { Clients, percentile, READS } = await import('./clients.mjs');
const { startGateway, startStack } = await import('./stack.mjs');

const isShort = process.argv.includes('--short');
const isJson = process.argv.includes('--json');
const SECONDS = isShort ? 2 : 60;
const CLIENTS = isShort ? [1, 20] : [1, 10, 100, 1000];
const PAUSE_MS = 100;
const NODES = 2;

const table = (name, code, scope, limit) => ({
  name: 'get_table_rows',
  path: '/v1/chain/get_table_rows',
  body: JSON.stringify({ code, scope, table: name, json: true, limit }),
});
const QUESTIONS = [
  ...READS,
  ...['alice', 'bob', 'carol', 'dave'].map((account) => table('accounts', 'btc.token', account, 10)),
  ...['alice', 'bob', 'carol', 'dave'].map((account) => table('accounts', 'usdt.token', account, 10)),
  ...[1, 5, 10, 50].map((limit) => table('orderbook2', 'dex', 'nativebtc', limit)),
];

async function headOf(chainUrl) {
  const answer = await fetch(`${chainUrl}/v1/chain/get_info`, { method: 'POST' });
  return (await answer.json()).head_block_num;
}

const requestsOf = async (nodes) =>
  (await Promise.all(nodes.map((node) => node.requests()))).reduce((sum, count) => sum + count, 0);

async function measure({ chain, nodes }, gateways, count) {
  const startBlock = await headOf(chain.url);
  const startRequests = await requestsOf(nodes);
  const clients = new Clients(
    gateways.map(({ url }) => url),
    count,
    QUESTIONS,
    PAUSE_MS,
  );
  await delay(SECONDS * 1_000);
  await clients.stop();
  const blocks = (await headOf(chain.url)) - startBlock;
  const requests = (await requestsOf(nodes)) - startRequests;
  return {
    replicas: gateways.length,
    clients: count,
    requests: clients.records.length,
    failed: clients.records.filter(({ status }) => status !== 200).length,
    statuses: [...new Set(clients.records.map(({ status }) => status))].join(' '),
    p99_ms: Math.round(
      percentile(
        clients.records.map(({ elapsedMs }) => elapsedMs),
        0.99,
      ),
    ),
    node_requests: requests,
    node_requests_per_block: Math.round((requests / blocks) * 10) / 10,
  };
}

try {
  const REDIS_URL = await startRedis();
  const stack = await startStack({ nodeCount: NODES, gatewayEnv: { REDIS_URL } });
  const rows = [];
  const measureAll = async (gateways) => {
    for (const count of CLIENTS) {
      rows.push(await measure(stack, gateways, count));
      if (!isJson) process.stdout.write(`${JSON.stringify(rows.at(-1))}\n`);
    }
  };
  await measureAll([stack.gateway]);
  await measureAll([stack.gateway, await startGateway(stack.nodes, { REDIS_URL })]);
  await Promise.all(stack.nodes.map((node) => node.stop()));
  const result = { machine: machine(), seconds: SECONDS, questions: QUESTIONS.length, rows };
  if (isJson) process.stdout.write(`${JSON.stringify(result)}\n`);
  else {
    process.stdout.write(`\n${JSON.stringify(machine())}\n\n`);
    console.table(rows);
  }
  if (!isShort) {
    const file = path.join(ROOT, 'test', 'load', 'results', 'scale.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  }
} finally {
  stopAll();
}
