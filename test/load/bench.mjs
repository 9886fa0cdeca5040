// `npm run bench`: CPU time of each tool beside node:http, Express, nginx, Go and Rust with the same bytes, in interleaved
// rounds; saves the rows in results/tool-path.json, of which `npm run docs` makes the table of the README.
// Short form: `npm run bench -- --short` (a preview; not for publication).
// Some tools alone: `npm run bench -- --short --only get_account,get_loans`; results are not saved then.
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { ensureRedis, entryPoint, prepare } from '../../scripts/setup.mjs';

await prepare('all');
await ensureRedis();

const { ensureNginx } = await import('./nginx.mjs');
await ensureNginx('The benchmark');
const { measureBeside } = await import('./http-bench.mjs');
const { compileFloors, startFloors } = await import('./floors.mjs');
const { fillBook, measureChain } = await import('./chain-bench.mjs');
const { machine } = await import('./machine.mjs');
const { freePort, LOAD_CORE, startRedis, startServer, stopAll } = await import('./processes.mjs');
const { onlyArgument, selectTools } = await import('./tools.mjs');

const isShort = process.argv.includes('--short');
const only = onlyArgument(process.argv);
const ROUNDS = isShort ? 1 : 5;
const SECONDS = 1;
const ORDERS_PER_SIDE = 225;
const MANY_PER_SIDE = 2_500;
const UNLIMITED = '1000000';

const TOOLS = selectTools(only);
const [FIRST] = TOOLS;
const BOOK = ['get_orderbook', { pair: 'btcusdt', depth: 200 }];

/** Calls of a tool over MCP by revision: what a client of each sends. */
const MCP = {
  '2025-11-25': (name, input) => ({
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    params: { name, arguments: input },
  }),
  '2026-07-28': (name, input) => ({
    headers: {
      ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28' },
      ...{ 'mcp-method': 'tools/call', 'mcp-name': name },
    },
    params: {
      ...{ name, arguments: input },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
};

async function startGateway(devchainPort, redisUrl) {
  const managementPort = await freePort();
  const gateway = await startServer([entryPoint('gateway')], {
    PORT: String(await freePort()),
    MANAGEMENT_PORT: String(managementPort),
    DEVCHAIN_PORT: String(devchainPort),
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    RATE_LIMIT_READ: UNLIMITED,
    RATE_LIMIT_COMPOSE: UNLIMITED,
    LOG_LEVEL: 'error',
  });
  return { ...gateway, metricsUrl: `http://127.0.0.1:${managementPort}/metrics` };
}

async function startChain(perSide) {
  const port = await freePort();
  const env = { DEVCHAIN_PORT: String(port), DEVCHAIN_NAME: 'mainnet' };
  const chain = await startServer([entryPoint('devchain')], env, LOAD_CORE);
  await fillBook(chain.url, perSide);
  return { ...chain, port };
}

async function measureHttp(programs) {
  const floors = (answer, route) => startFloors(programs, answer, route);
  const measure = (name, { pid, metricsUrl }, request) => {
    process.stdout.write(`${name}\n`);
    return measureBeside({ name, request, pid, metricsUrl, rounds: ROUNDS, seconds: SECONDS, floors });
  };
  const toolAt = ({ url }, [name, input]) => ({
    url: `${url}/v1/tools/${name}`,
    body: JSON.stringify(input),
  });
  const chain = await startChain(ORDERS_PER_SIDE);
  const gateway = await startGateway(chain.port, await startRedis());
  const rows = [];
  for (const tool of TOOLS) rows.push(await measure(tool[0], gateway, toolAt(gateway, tool)));
  if (only !== undefined) return rows;
  for (const [revision, call] of Object.entries(MCP)) {
    const { headers, params } = call(...FIRST);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const request = { url: `${gateway.url}/mcp`, body, headers };
    rows.push(await measure(`${FIRST[0]}, MCP ${revision}`, gateway, request));
  }
  gateway.stop();
  const alone = await startGateway(chain.port);
  rows.push(await measure(`${FIRST[0]}, counted in memory`, alone, toolAt(alone, FIRST)));
  for (const server of [alone, chain]) server.stop();
  const large = await startChain(MANY_PER_SIDE);
  const beforeMany = await startGateway(large.port, await startRedis());
  rows.push(
    await measure(`get_orderbook, ${2 * MANY_PER_SIDE} orders`, beforeMany, toolAt(beforeMany, BOOK)),
  );
  return rows;
}

/** A row for the terminal. */
const shown = ({ name, answer_bytes, servers, cpu_times, at_half_load }) => ({
  ...{ name, answer_bytes, cpu_us: servers.gateway.cpu_us_least, per_second: servers.gateway.per_second },
  ...Object.fromEntries(Object.entries(cpu_times).map(([label, times]) => [`times ${label}`, times])),
  ...{ 'p50 ms at half': at_half_load.p50_ms, 'p99 ms at half': at_half_load.p99_ms },
});

try {
  const { programs, versions } = compileFloors();
  const http = await measureHttp(programs);
  const alone = {
    DEVCHAIN_PORT: String(await freePort()),
    DEVCHAIN_NAME: 'bench',
    DEVCHAIN_SIMULATION: 'off',
  };
  const chain =
    only === undefined
      ? await measureChain(await startServer([entryPoint('devchain')], alone), isShort ? 800 : 6000)
      : [];

  process.stdout.write(`\n${JSON.stringify({ ...machine(), ...versions })}\n\n`);
  console.table(http.map(shown));
  console.table(chain);
  if (!isShort && only === undefined) {
    const file = path.join(import.meta.dirname, 'results', 'tool-path.json');
    const load_average = Math.round(loadavg()[0] * 100) / 100;
    const result = {
      machine: machine(),
      versions,
      load_average,
      rounds: ROUNDS,
      seconds: SECONDS,
      http,
      chain,
    };
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
    process.stdout.write(
      `written to ${path.relative(process.cwd(), file)}; npm run docs makes the table of it\n`,
    );
  }
} finally {
  stopAll();
}
