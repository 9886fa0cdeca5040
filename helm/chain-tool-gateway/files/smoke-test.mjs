// Test hook: the health page, a read tool, and an MCP initialize through the service.
const [base] = process.argv.slice(-1);

async function request(path, body) {
  const init = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(base + path, { ...init, signal: AbortSignal.timeout(15000) });
  const text = await answer.text();
  console.log(path, answer.status, text.slice(0, 200));
  if (answer.status !== 200) throw new Error(`${path}: status ${answer.status}`);
  return JSON.parse(text);
}

await request('/health');
await request('/v1/tools/get_chain_info', {});
const { result } = await request('/mcp', {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'helm-test', version: '1' },
  },
});
if (!result?.serverInfo) throw new Error('/mcp: no serverInfo');
