// Reads the status of the running processes.

const POLL_MS = 500;
const PATIENCE_MS = 6000;

async function getJson(url, init) {
  const answer = await fetch(url, init);
  return { status: answer.status, body: await answer.json() };
}

const post = (url, body) =>
  getJson(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  });

/** The configured networks. */
async function networkNames(gatewayUrl) {
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
 * Every network with its head, or with the reason that no node answers, and its readiness checks. Waits some seconds
 * until the contract profiles are checked against the chains.
 */
export async function networkStates(gatewayUrl) {
  const names = await networkNames(gatewayUrl);
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const checks = await readinessChecks(managementUrl());
    const states = await Promise.all(
      names.map(async (name) => ({
        name,
        ...(await chainInfo(gatewayUrl, name)),
        nodes: checks?.[`nodes:${name}`],
        profile: checks?.[`profile:${name}`],
        affectedSet: checks?.[`affected-set:${name}`],
      })),
    );
    const isSettled = states.every(({ info, profile }) => info && (checks === undefined || profile?.ok));
    if (isSettled || performance.now() > giveUpAt) return states;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The funded accounts of a development chain, with their keys. */
export async function fundedAccounts(url) {
  const { status, body } = await getJson(`${url}/devchain/accounts`);
  if (status !== 200) throw new Error(`${url}/devchain/accounts answered ${status}`);
  return body;
}
