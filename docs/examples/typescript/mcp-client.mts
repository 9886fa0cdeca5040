// Calls tools over MCP with the official TypeScript client.
//   npm install @modelcontextprotocol/sdk
//   GATEWAY=http://127.0.0.1:3000 node mcp-client.mts    (Node 24 runs TypeScript as it is)
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { GATEWAY = 'http://127.0.0.1:3000' } = process.env;

const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(`${GATEWAY}/mcp`)));

const { tools } = await client.listTools();
console.log(tools.length, 'tools');

/** The answer of a tool as its outputSchema declares it; the text of a failed tool is thrown. */
async function call<Answer>(name: string, input: Record<string, unknown> = {}): Promise<Answer> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
  if (isError === true) throw new Error((content as { text: string }[])[0]?.text);
  return structuredContent as Answer;
}

const price = await call<{ price: string; stale: boolean }>('get_btc_price');
console.log('BTC price', price.price, 'stale', price.stale);

// A caller must not operate from an account of the affected set, or from one that could not be checked.
const account = await call<{
  affected_set: boolean;
  affected_set_checked: boolean;
  balances: Record<string, string | null>;
}>('get_account', { account: 'alice' });
if (account.affected_set || !account.affected_set_checked)
  throw new Error('do not operate from this account');
console.log('alice holds', account.balances['BTC'], 'BTC');

await call('get_account', { account: 'nosuch' }).catch((error: unknown) => {
  console.log('a failed tool:', (error as Error).message);
});

await client.close();
