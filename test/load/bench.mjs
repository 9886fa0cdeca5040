// `npm run bench`: prints ratios measured side by side in one run, and keeps them under results/.
// Short form: `npm run bench -- --short` (what the numbers look like, not what to quote).
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, ensureNode, ensureRedis, entryPoint } from '../../scripts/setup.mjs';

ensureInstalled();
ensureNode();
ensureRedis();
ensureBuilt();

const { measureGroup } = await import('./http-bench.mjs');
const { measureTransfers } = await import('./transfer-bench.mjs');
const { machine } = await import('./machine.mjs');
const { freePort, LOAD_CORE, startRedis, startServer, stopAll } = await import('./processes.mjs');

const isShort = process.argv.includes('--short');
const rounds = isShort ? 1 : 5;
const seconds = isShort ? 1 : 4;
const UNLIMITED = '1000000';

try {
  const redisUrl = await startRedis();
  const devchainPort = await freePort();
  await startServer(
    [entryPoint('devchain')],
    { DEVCHAIN_PORT: String(devchainPort), DEVCHAIN_NAME: 'mainnet' },
    LOAD_CORE,
  );
  const gateway = await startServer([entryPoint('gateway')], {
    PORT: String(await freePort()),
    MANAGEMENT_PORT: String(await freePort()),
    DEVCHAIN_PORT: String(devchainPort),
    REDIS_URL: redisUrl,
    RATE_LIMIT_READ: UNLIMITED,
  });
  const tool = (name, body) => ({
    name,
    request: { url: `${gateway.url}/v1/tools/${name}`, body: JSON.stringify(body) },
    pid: gateway.pid,
    rounds,
    seconds,
  });
  const http = [
    ...(await measureGroup(tool('get_chain_info', {}))),
    ...(await measureGroup(
      tool('get_table_rows', { code: 'btc.token', scope: 'alice', table: 'accounts', limit: 10 }),
    )),
  ];
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_chain_info', arguments: {} },
  };
  http.push(
    ...(await measureGroup({
      ...tool('get_chain_info', {}),
      name: 'MCP get_chain_info',
      request: {
        url: `${gateway.url}/mcp`,
        body: JSON.stringify(call),
        headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      },
    })),
  );
  const chainOnItsOwnCore = await startServer([entryPoint('devchain')], {
    DEVCHAIN_PORT: String(await freePort()),
    DEVCHAIN_NAME: 'bench',
  });
  const transfers = [await measureTransfers({ ...chainOnItsOwnCore, count: isShort ? 1000 : 6000 })];

  process.stdout.write(`\n${JSON.stringify(machine())}\n\n`);
  console.table(http);
  console.table(transfers);
  if (!isShort) {
    const file = path.join(import.meta.dirname, 'results', 'tool-path.json');
    const text = JSON.stringify({ machine: machine(), rounds, seconds, http, transfers }, null, 2);
    writeFileSync(file, `${text}\n`);
    process.stdout.write(`written to ${path.relative(process.cwd(), file)}\n`);
  }
} finally {
  stopAll();
}
