import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TestGateway } from '../harness/gateway/test-gateway';
import { runProgram } from '../harness/process/run-program';

const ROOT = path.resolve(__dirname, '..', '..');

/** The program of a page, speaking to these servers instead of the default ports. */
function documentedProgram(name: string, { url, chain }: TestGateway): string {
  const page = readFileSync(path.join(ROOT, 'docs', 'tutorials', name), 'utf8');
  const [, program] = /```js\n([\s\S]+?)```/.exec(page)!;
  return program!.replace('http://127.0.0.1:3000', url).replace('http://127.0.0.1:8888', chain.url);
}

/** Runs the program of a page inside the repository, so that its one import resolves. */
async function runPage(name: string, gateway: TestGateway): Promise<{ code: number | null; output: string }> {
  // Another run in the folder has a file of its own.
  const file = path.join(ROOT, '.cache', `${path.basename(name, '.md')}-${process.pid}.mjs`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, documentedProgram(name, gateway));
  const ended = await runProgram(process.execPath, [file]);
  rmSync(file);
  return ended;
}

describe('printed programs', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await TestGateway.start()));
  afterAll(() => gateway.close());

  it('docs/tutorials/first-transfer.md is a program that works as printed', async () => {
    const { code, output } = await runPage('first-transfer.md', gateway);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("status: 'executed'") });
    expect(output).toContain('alice sends 0.00010000 BTC');
  });

  it('docs/tutorials/borrow-against-btc.md is a program that works as printed', async () => {
    await gateway.admin('price', { price: '80000' });
    const { code, output } = await runPage('borrow-against-btc.md', gateway);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('loans: 0') });
    expect(output).toContain('collateral 0.10000000 CBTC');
    expect(output).toMatch(/LTV 1250 bps; liquidated when BTC falls to 125/);
    expect(output).toMatch(/after the fall: LTV 156\d bps/);
  });
});
