// Records the example answer of each compose tool from a gateway in front of a development chain that stands still.
import { createRequire } from 'node:module';
import path from 'node:path';
import { COMPILED } from '../setup.mjs';

const require = createRequire(import.meta.url);
const compiled = (...file) => require(path.join(COMPILED, ...file));

/** The same chain, with the accounts of the examples and their positions, in every run. */
const SEED = 'examples';
const START_MS = Date.parse('2026-03-01T12:00:00Z');
const READY_WITHIN_MS = 60_000;

/** The file with the recorded proposals, by the name of the tool. */
export const PROPOSALS_FILE = path.join(
  ...['apps', 'gateway', 'src', 'docs', 'openapi', 'recorded-proposals.json'],
);

/** Text of that file. */
export async function proposalsText(document) {
  const { startDevchain } = compiled('apps', 'devchain', 'src', 'start-devchain.js');
  const { DEPLOYED_CONTRACTS } = compiled('apps', 'devchain', 'src', 'genesis', 'deployed-contracts.js');
  const chain = await startDevchain(
    { name: 'mainnet', host: '127.0.0.1', port: 0, seed: SEED, simulation: true },
    { now: () => START_MS, blocks: 'manual', contracts: DEPLOYED_CONTRACTS },
  );
  try {
    return await withGateway(chain.url, START_MS, (url) => proposals(document, url));
  } finally {
    await chain.close();
  }
}

async function withGateway(chainUrl, nowMs, work) {
  const { createGateway } = compiled('apps', 'gateway', 'src', 'create-gateway.js');
  const { listen } = compiled('apps', 'gateway', 'src', 'listen.js');
  const { loadSettings, ManualClock } = compiled('libs', 'operations', 'src', 'index.js');
  const settings = loadSettings({
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', MANAGEMENT_PORT: '0' },
    ...{ DEVCHAIN_PORT: new URL(chainUrl).port, RATE_LIMIT_COMPOSE: '0' },
  });
  // The names of new vaults are random.
  const gateway = await createGateway(settings, new ManualClock(nowMs), () => 0);
  try {
    return await work(await listen(gateway));
  } finally {
    await gateway.close();
  }
}

async function proposals(document, url) {
  const recorded = {};
  for (const [route, { post }] of Object.entries(document.paths)) {
    if (post?.['x-tool-kind'] !== 'compose') continue;
    const [{ value }] = Object.values(post.requestBody.content['application/json'].examples);
    recorded[post.operationId] = await composed(`${url}${route}`, value);
  }
  return `${JSON.stringify(recorded, null, 2)}\n`;
}

/** The node is asked for its head after the start: until then it answers that none is usable. */
async function composed(address, input) {
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const json = await answer.json();
    if (answer.status === 200 && json.simulation.status === 'ok') return json;
    if (performance.now() > until) throw new Error(`${address}: ${answer.status} ${JSON.stringify(json)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
