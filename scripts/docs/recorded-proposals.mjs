// Records the example answer of each compose tool from a gateway in front of a development chain that stands still.
import path from 'node:path';
import { compiled } from './compiled.mjs';
import { START_MS, startExamplesChain } from './examples-chain.mjs';

const READY_WITHIN_MS = 60_000;

/** The file with the recorded proposals, by the name of the tool. */
export const PROPOSALS_FILE = path.join(
  ...['apps', 'gateway', 'src', 'docs', 'openapi', 'recorded-proposals.json'],
);

/** Text of that file. */
export async function proposalsText(document) {
  // With the accounts of the examples and their positions.
  const chain = await startExamplesChain({ name: 'mainnet', simulation: true });
  try {
    return await withGateway(chain.url, START_MS, (url) => proposals(document, url));
  } finally {
    await chain.close();
  }
}

async function withGateway(chainUrl, nowMs, work) {
  const { createGateway } = compiled('apps/gateway/src/create-gateway');
  const { listen } = compiled('apps/gateway/src/listen');
  const { loadSettings, ManualClock } = compiled('libs/operations/src/index');
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
