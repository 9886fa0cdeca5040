import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { documentedTools } from '../support/openapi';
import { Product } from '../support/product';

describe('real answers', () => {
  let product: Product;
  const client = new Client({ name: 'a stranger', version: '1' });
  beforeAll(async () => {
    product = await Product.launch({ LOG_LEVEL: 'silent' });
    await product.printed('Ctrl-C stops everything');
    await client.connect(new StreamableHTTPClientTransport(new URL(`${product.url}/mcp`)));
  }, 120_000);
  afterAll(async () => {
    await client.close();
    await product.ended('SIGTERM');
  });

  it('satisfy the schema clients check them against, for the example of every tool that succeeds', async () => {
    // the client refuses an answer that does not fit only when it knows the tool's outputSchema
    await client.listTools();
    const succeeded: string[] = [];
    for (const { name, example } of await documentedTools(product.url)) {
      const result = await client.callTool({ name, arguments: example });
      if (result.isError !== true) succeeded.push(name);
    }
    expect(succeeded).toEqual(
      expect.arrayContaining([
        ...['get_account', 'get_account_request', 'get_chain_info', 'get_table_rows'],
        ...['transfer', 'request_account'],
      ]),
    );
  });
});
