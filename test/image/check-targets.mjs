import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { checkHistory } from './check-history.mjs';
import { Container } from './container.mjs';

/** `count` free ports. */
async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

const statusOf = async (url) => (await fetch(url)).status;
const isOk = async (url) => ((await statusOf(url)) === 200 ? true : undefined);

/** @returns the path of the file as the process of the image sees it */
function writeNetworks(stage, chainId, url) {
  const file = path.join(stage.folder, 'networks.yaml');
  const profile = '/app/libs/networks/profiles/development.yaml';
  const mainnet = { chain_id: chainId, real_funds: false, profile, nodes: [url] };
  writeFileSync(file, JSON.stringify({ networks: { mainnet } }));
  chmodSync(file, 0o644);
  return '/networks.yaml';
}

/** The page of the console as a browser asks for it, and the script that it names. */
async function checkConsole(api) {
  const page = await fetch(`${api}/`, { headers: { accept: 'text/html' } });
  const text = await page.text();
  assert.equal(page.status, 200, text);
  const source = /<script type="module" src="([^"]+)">/.exec(text)?.[1];
  assert(source, `a page without a script: ${text}`);
  const script = await fetch(new URL(source, api));
  await script.arrayBuffer();
  assert.deepEqual(
    [script.status, script.headers.get('content-type')],
    [200, 'text/javascript; charset=utf-8'],
  );
}

async function* checkGateway(stage, env) {
  const early = new Container(stage, env);
  const end = await early.stopEarly();
  assert.equal(end, 0, early.output);
  yield 'gateway: SIGTERM during the start ends it';

  const gateway = new Container(stage, env);
  try {
    const api = `http://127.0.0.1:${env.PORT}`;
    const management = `http://127.0.0.1:${env.MANAGEMENT_PORT}`;
    for (const url of [`${api}/health`, `${management}/livez`, `${management}/readyz`]) {
      await gateway.until(() => isOk(url));
      yield `gateway: ${new URL(url).pathname} answers 200`;
    }
    const tool = await fetch(`${api}/v1/tools/get_chain_info`, { method: 'POST', body: '{}' });
    assert.equal(tool.status, 200, await tool.text());
    yield 'gateway: get_chain_info answers 200';
    await checkConsole(api);
    yield 'gateway: / answers a browser with the console, and its script answers 200';
    assert.deepEqual(gateway.health(), { status: 0, stderr: '' });
    yield 'gateway: the health check passes';
    assert.equal(await gateway.stop(), 0, gateway.output);
    assert.equal(gateway.health().status, 1);
    yield 'gateway: SIGTERM ends it with exit code 0, and the health check fails afterwards';
  } finally {
    gateway.kill();
  }
}

/** Starts every target, the gateway in production mode and the history node beside the chain. Yields a line for each fact. */
export async function* checkTargets(stages) {
  const [chainPort, shipPort, port, managementPort, historyPort, historyManagementPort] = await freePorts(6);
  const url = `http://127.0.0.1:${chainPort}`;
  const chain = new Container(stages.get('devchain'), {
    DEVCHAIN_HOST: '127.0.0.1',
    DEVCHAIN_NAME: 'mainnet',
    DEVCHAIN_PORT: String(chainPort),
    DEVCHAIN_SHIP_PORT: String(shipPort),
  });
  try {
    const info = await chain.until(async () => (await fetch(`${url}/v1/chain/get_info`)).json());
    assert.deepEqual(chain.health(), { status: 0, stderr: '' });
    yield 'devchain: get_info answers, the health check passes';
    const gateway = stages.get('gateway');
    yield* checkGateway(gateway, {
      HOST: '127.0.0.1',
      PORT: String(port),
      MANAGEMENT_HOST: '127.0.0.1',
      MANAGEMENT_PORT: String(managementPort),
      NETWORKS_FILE: writeNetworks(gateway, info.chain_id, url),
      SHUTDOWN_DELAY_MS: '0',
    });
    yield* checkHistory(stages.get('history'), {
      HISTORY_SHIP_URL: `ws://127.0.0.1:${shipPort}`,
      HISTORY_CHAIN_URL: url,
      HISTORY_HOST: '127.0.0.1',
      HISTORY_PORT: String(historyPort),
      HISTORY_MANAGEMENT_HOST: '127.0.0.1',
      HISTORY_MANAGEMENT_PORT: String(historyManagementPort),
    });
    assert.equal(await chain.stop(), 0, chain.output);
    yield 'devchain: SIGTERM ends it with exit code 0';
  } finally {
    chain.kill();
  }
}
