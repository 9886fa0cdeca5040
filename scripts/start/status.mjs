// Reads the status of the running processes.
import { once } from 'node:events';
import { createRequire } from 'node:module';

// An import would evaluate each of its exports, and WebSocket loads the code of fetch(): a quarter of the CPU of this script.
const { request } = createRequire(import.meta.url)('node:http');

const POLL_MS = 200;
/** Nodes of the user may be down. The chains of this run are late only on a slow machine. */
const NETWORKS_WAIT_MS = { others: 6000, own: 60_000 };
/** With a head on every network only the check of the contracts is missing. */
const PROFILE_WAIT_MS = 15_000;
/** The history node of this run may be later than the rest by this much; after it the list says that it catches up. */
const HISTORY_WAIT_MS = 500;

/** How long `networkStates` waits, in milliseconds: for all networks, for their profiles from then on, and then for their history. */
export const waitsOf = ({ chains, histories }) => ({
  networksMs: chains.length > 0 ? NETWORKS_WAIT_MS.own : NETWORKS_WAIT_MS.others,
  profilesMs: PROFILE_WAIT_MS,
  historyMs: histories.length > 0 ? HISTORY_WAIT_MS : 0,
});

async function getJson(url, { body, ...options } = {}) {
  const asked = request(url, options).end(body);
  const [answer] = await once(asked, 'response');
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  return { status: answer.statusCode, body: JSON.parse(text) };
}

const post = (url, body) =>
  getJson(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  });

const NODES = 'nodes:';

/** The configured networks: those with a check of their nodes. The MCP guide only without them: its first message takes 0.3 s. */
const networkNames = async (checks, gatewayUrl) =>
  checks === undefined
    ? networksOfGuide(gatewayUrl)
    : Object.keys(checks)
        .filter((name) => name.startsWith(NODES))
        .map((name) => name.slice(NODES.length));

async function networksOfGuide(gatewayUrl) {
  const params = { uri: 'guide://networks' };
  const { body } = await post(`${gatewayUrl}/mcp`, {
    jsonrpc: '2.0',
    id: 1,
    method: 'resources/read',
    params,
  });
  return JSON.parse(body.result.contents[0].text).networks.map(({ network }) => network);
}

async function chainInfo(gatewayUrl, network) {
  const { status, body } = await post(`${gatewayUrl}/v1/tools/get_chain_info`, { network });
  return status === 200 ? { info: body } : { problem: body.error };
}

/**
 * Asks for the head of a network. After a failure it is asked again when the failed check of its nodes differs: each
 * request that fails is logged by the gateway.
 */
function headReader(gatewayUrl) {
  const failures = new Map();
  return async (network, nodes) => {
    const failure = failures.get(network);
    if (failure !== undefined && failure.detail === nodes?.detail) return { problem: failure.problem };
    const { info, problem } = await chainInfo(gatewayUrl, network);
    if (problem !== undefined && nodes?.ok === false)
      failures.set(network, { detail: nodes.detail, problem });
    return info === undefined ? { problem } : { info };
  };
}

/** The readiness checks, by name; undefined where the management port is not known. */
async function readinessChecks(managementUrl) {
  if (managementUrl === undefined) return undefined;
  return (await getJson(`${managementUrl}/readyz`)).body.checks;
}

/** The management port of this run; undefined where the system picks one. */
export function managementUrl({ MANAGEMENT_HOST: host, MANAGEMENT_PORT: port } = process.env) {
  if (port === '0') return undefined;
  const isAny = !host || host === '0.0.0.0' || host === '::';
  return `http://${isAny ? '127.0.0.1' : host}:${port || 3001}`;
}

/**
 * Every network with its head, or with the reason that no node answers, and its readiness checks. Waits until the
 * contract profiles are checked against the chains, then until every node can be used; each for at most its time in `waits`.
 */
export async function networkStates(gatewayUrl, waits, management = managementUrl()) {
  const beganAt = performance.now();
  const readHead = headReader(gatewayUrl);
  let headsAt;
  let settledAt;
  for (;;) {
    const checks = await readinessChecks(management);
    const names = await networkNames(checks, gatewayUrl);
    const states = await Promise.all(
      names.map(async (name) => ({
        name,
        ...(await readHead(name, checks?.[`nodes:${name}`])),
        nodes: checks?.[`nodes:${name}`],
        profile: checks?.[`profile:${name}`],
        affectedSet: checks?.[`affected-set:${name}`],
      })),
    );
    const now = performance.now();
    const haveHeads = states.every(({ info }) => info);
    if (haveHeads) headsAt ??= now;
    const isSettled = haveHeads && (checks === undefined || states.every(({ profile }) => profile?.ok));
    if (isSettled) {
      settledAt ??= now;
      const isComplete = checks === undefined || states.every(({ nodes }) => nodes?.ok);
      if (isComplete || now - settledAt >= waits.historyMs) return states;
    } else if (now - beganAt >= waits.networksMs || now - headsAt >= waits.profilesMs) {
      return states;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The funded accounts of a development chain, with their keys. */
export async function fundedAccounts(url) {
  const { status, body } = await getJson(`${url}/devchain/accounts`);
  if (status !== 200) throw new Error(`${url}/devchain/accounts answered ${status}`);
  return body;
}
