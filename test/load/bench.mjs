// `npm run bench`: prints ratios measured side by side in one run, and saves them under results/.
// Short form: `npm run bench -- --short` (a preview; not for publication).
// Some tools alone: `npm run bench -- --short --only get_account,get_loans`; results are not saved then.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureRedis, entryPoint, prepare } from '../../scripts/setup.mjs';

await prepare('all');
await ensureRedis();

const { measureGroup } = await import('./http-bench.mjs');
const { fillBook, measureChain } = await import('./chain-bench.mjs');
const { machine } = await import('./machine.mjs');
const { freePort, LOAD_CORE, startRedis, startServer, stopAll } = await import('./processes.mjs');
const { onlyArgument, selectTools } = await import('./tools.mjs');

const isShort = process.argv.includes('--short');
const only = onlyArgument(process.argv);
const rounds = isShort ? 1 : 3;
const seconds = isShort ? 1 : 2;
const ORDERS_PER_SIDE = 225;
const UNLIMITED = '1000000';

const TOOLS = selectTools(only);
const MCP_HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};
const mcpCall = (name, input) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } });

async function measureHttp() {
  const redisUrl = await startRedis();
  const devchainPort = await freePort();
  const chain = await startServer(
    [entryPoint('devchain')],
    { DEVCHAIN_PORT: String(devchainPort), DEVCHAIN_NAME: 'mainnet' },
    LOAD_CORE,
  );
  await fillBook(chain.url, ORDERS_PER_SIDE);
  const managementPort = await freePort();
  const gateway = await startServer([entryPoint('gateway')], {
    PORT: String(await freePort()),
    MANAGEMENT_PORT: String(managementPort),
    DEVCHAIN_PORT: String(devchainPort),
    REDIS_URL: redisUrl,
    RATE_LIMIT_READ: UNLIMITED,
    RATE_LIMIT_COMPOSE: UNLIMITED,
    LOG_LEVEL: 'error',
  });
  const shared = {
    pid: gateway.pid,
    metricsUrl: `http://127.0.0.1:${managementPort}/metrics`,
    rounds,
    seconds,
  };
  const rows = [];
  for (const [name, input] of TOOLS) {
    const request = { url: `${gateway.url}/v1/tools/${name}`, body: JSON.stringify(input) };
    rows.push(...(await measureGroup({ ...shared, name, request })));
  }
  if (only !== undefined) return rows;
  const [name, input] = TOOLS[0];
  const request = { url: `${gateway.url}/mcp`, body: mcpCall(name, input), headers: MCP_HEADERS };
  rows.push(...(await measureGroup({ ...shared, name: `MCP ${name}`, request })));
  return rows;
}

try {
  const http = await measureHttp();
  const alone = {
    DEVCHAIN_PORT: String(await freePort()),
    DEVCHAIN_NAME: 'bench',
    DEVCHAIN_SIMULATION: 'off',
  };
  const chain =
    only === undefined
      ? await measureChain(await startServer([entryPoint('devchain')], alone), isShort ? 800 : 6000)
      : [];

  process.stdout.write(`\n${JSON.stringify(machine())}\n\n`);
  console.table(http);
  console.table(chain);
  if (!isShort && only === undefined) {
    const file = path.join(import.meta.dirname, 'results', 'tool-path.json');
    const text = JSON.stringify({ machine: machine(), rounds, seconds, http, chain }, null, 2);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
    process.stdout.write(`written to ${path.relative(process.cwd(), file)}\n`);
  }
} finally {
  stopAll();
}
