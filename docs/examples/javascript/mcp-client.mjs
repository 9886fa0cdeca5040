// Calls tools over MCP with the official TypeScript client.
//   npm install @modelcontextprotocol/sdk
//   GATEWAY=http://127.0.0.1:3000 node mcp-client.mjs
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { GATEWAY = 'http://127.0.0.1:3000' } = process.env;

const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(`${GATEWAY}/mcp`)));

const { tools } = await client.listTools();
console.log(tools.length, 'tools');

const price = await client.callTool({ name: 'get_btc_price', arguments: {} });
console.log('BTC price', price.structuredContent.price, 'stale', price.structuredContent.stale);

const account = await client.callTool({ name: 'get_account', arguments: { account: 'alice' } });
// A caller must not operate from an account of the affected set, or from one that could not be checked.
const { affected_set: isAffected, affected_set_checked: isChecked, balances } = account.structuredContent;
if (isAffected || !isChecked) throw new Error('do not operate from this account');
console.log('alice holds', balances.BTC, 'BTC');

const refused = await client.callTool({ name: 'get_account', arguments: { account: 'nosuch' } });
console.log('a failed tool:', refused.isError, refused.content[0].text);

await client.close();
