import path from 'node:path';
import { documentedTools } from '../harness/gateway/openapi';
import { TestGateway } from '../harness/gateway/test-gateway';
import { runProgram } from '../harness/process/run-program';

const FOLDER = path.resolve(__dirname, '..', '..', 'docs', 'examples', 'typescript');

describe('docs/examples/typescript', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await TestGateway.start()));
  afterAll(() => gateway.close());

  const run = (file: string) =>
    runProgram(process.execPath, [path.join(FOLDER, file)], {
      env: { GATEWAY: gateway.url, CHAIN: gateway.chain.url },
    });

  it('transfer-with-wharfkit.mts signs a proposal that the chain executes', async () => {
    const { code, output } = await run('transfer-with-wharfkit.mts');
    expect(output).toMatch(/^executed [0-9a-f]{64}$/m);
    expect(code).toBe(0);
  });

  it('mcp-client.mts lists and calls tools', async () => {
    await gateway.admin('price', { price: '65000.00000000' });
    const { code, output } = await run('mcp-client.mts');
    const { length: toolCount } = await documentedTools(gateway.url);
    expect(output).toMatch(new RegExp(`^${toolCount} tools$`, 'm'));
    expect(output).toMatch(/^BTC price \d+\.\d{8} stale false$/m);
    expect(output).toContain('a failed tool: account nosuch does not exist on mainnet');
    expect(code).toBe(0);
  });
});
