import path from 'node:path';
import { Product } from '../harness/process/product';
import { runProgram } from '../harness/process/run-program';

const FOLDER = path.resolve(__dirname, '..', '..', 'docs', 'examples');

describe('docs/examples', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.launch();
    await product.printed('Ctrl-C stops everything');
  });
  afterAll(() => product.ended('SIGTERM'));

  const environment = () => ({
    GATEWAY: product.url,
    CHAIN: `http://127.0.0.1:${product.ports.devchain}`,
  });

  it('curl reads, composes, relays once and shows a refusal', async () => {
    const script = path.join(FOLDER, 'curl', 'read-compose-relay.sh');
    const { code, output } = await runProgram('bash', [script], { env: environment() });
    expect(output).toMatch(/"stale":false/);
    expect(output).toMatch(/"status":"executed"/);
    expect(output).toMatch(/"status":"already_executed"/);
    expect(output).toContain('did you mean \\"account\\"?');
    expect(code).toBe(0);
  });

  it('Python signs a proposal that the chain executes', async () => {
    // The interpreter with the packages of requirements.txt; scripts/test-product.mjs makes it.
    const python = process.env['EXAMPLES_PYTHON'] ?? 'python3';
    const program = path.join(FOLDER, 'python', 'transfer.py');
    const { code, output } = await runProgram(python, [program], { env: environment() });
    expect(output).toMatch(/^executed [0-9a-f]{64}$/m);
    expect(code).toBe(0);
  });

  it('Go signs a proposal that the chain executes', async () => {
    const { code, output } = await runProgram('go', ['run', '.'], {
      cwd: path.join(FOLDER, 'go'),
      env: environment(),
    });
    expect(output).toMatch(/^executed [0-9a-f]{64}$/m);
    expect(code).toBe(0);
  });
});
