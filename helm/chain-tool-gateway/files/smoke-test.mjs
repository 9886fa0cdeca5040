// Test hook. Arguments: the URL of the gateway, then URLs of /v2/health, of the history node itself and through the gateway.
const [base, ...healthUrls] = process.argv.filter((argument) => /^https?:/.test(argument));

async function request(url, body) {
  const init = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(15000) }).catch((error) => {
    throw new Error(`${url}: ${error.cause?.message ?? error.message}`);
  });
  const text = await answer.text();
  console.log(url, answer.status, text.slice(0, 200));
  if (answer.status !== 200) throw new Error(`${url}: status ${answer.status}`);
  return JSON.parse(text);
}

/** The node of the chain is not judged: a history node may run without its address. */
async function checkHistory(url) {
  const { health } = await request(url);
  for (const name of ['StateHistory', 'Elasticsearch']) {
    const found = health.find(({ service }) => service === name);
    if (found?.status !== 'OK') throw new Error(`${url}: ${JSON.stringify(found ?? { service: name })}`);
  }
}

await request(`${base}/health`);
await request(`${base}/v1/tools/get_chain_info`, {});
const { result } = await request(`${base}/mcp`, {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'helm-test', version: '1' },
  },
});
if (!result?.serverInfo) throw new Error(`${base}/mcp: no serverInfo`);
for (const url of healthUrls) await checkHistory(url);
