import path from 'node:path';
import { documentedTools } from '../harness/gateway/openapi';
import { Product } from '../harness/process/product';
import { runProgram } from '../harness/process/run-program';

const FOLDER = path.resolve(__dirname, '..', '..', 'docs', 'examples', 'typescript');

describe('docs/examples/typescript', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.launch({ HISTORY: 'off' });
    await product.printed('Ctrl-C stops everything');
  });
  afterAll(() => product.ended('SIGTERM'));

  const run = (file: string) =>
    runProgram(process.execPath, [path.join(FOLDER, file)], {
      env: { GATEWAY: product.url, CHAIN: `http://127.0.0.1:${product.ports.devchain}` },
    });

  it('transfer-with-wharfkit.mts signs a proposal that the chain executes', async () => {
    const { code, output } = await run('transfer-with-wharfkit.mts');
    expect(output).toMatch(/^executed [0-9a-f]{64}$/m);
    expect(code).toBe(0);
  });

  it('mcp-client.mts lists and calls tools', async () => {
    const { code, output } = await run('mcp-client.mts');
    const { length: toolCount } = await documentedTools(product.url);
    expect(output).toMatch(new RegExp(`^${toolCount} tools$`, 'm'));
    expect(output).toMatch(/^BTC price \d+\.\d{8} stale false$/m);
    expect(output).toContain('a failed tool: account nosuch does not exist on mainnet');
    expect(code).toBe(0);
  });
});
