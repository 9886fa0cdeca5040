import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TestGateway } from '../harness/gateway/test-gateway';
import { runProgram } from '../harness/process/run-program';
import { printedProgram, RunningProgram } from './support/printed-program';

const ROOT = path.resolve(__dirname, '..', '..');

describe('printed programs', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await TestGateway.start()));
  afterAll(() => gateway.close());

  /** Runs a program of a tutorial to its end. */
  async function runTutorial(
    name: string,
    { index = 0, folder }: { index?: number; folder?: string } = {},
  ): Promise<{ code: unknown; output: string }> {
    const addresses = { 'http://127.0.0.1:3000': gateway.url, 'http://127.0.0.1:8888': gateway.chain.url };
    const printed = printedProgram(`tutorials/${name}.md`, addresses, { index });
    const program = new RunningProgram(name, printed, folder);
    const code = await program.ended();
    return { code, output: program.output };
  }

  it('docs/tutorials/first-transfer.md installs the client into an empty folder, and its program pays once however often it runs', async () => {
    const parent = mkdtempSync(path.join(tmpdir(), 'tutorial-'));
    try {
      const folder = path.join(parent, 'first-transfer');
      // The library comes from the packages of the repository: specs ask no registry.
      const library = ['curves', 'hashes'].map((name) => path.join(ROOT, 'node_modules', '@noble', name));
      const local = {
        '../first-transfer': folder,
        'npm install': 'npm install --offline --install-links --no-audit --no-fund',
        '@noble/curves': library.join(' '),
      };
      const script = printedProgram('tutorials/first-transfer.md', local, { language: 'sh' });
      const installed = await runProgram('sh', ['-ec', script], { cwd: ROOT });
      expect(installed).toEqual({ code: 0, output: installed.output });
      const first = await runTutorial('first-transfer', { folder });
      expect(first).toEqual({ code: 0, output: expect.stringMatching(/ executed [0-9a-f]{64}$/m) });
      expect(first.output).toContain('alice sends 0.00010000 BTC');
      const before = await gateway.balance('bob', 'BTC');
      const second = await runTutorial('first-transfer', { folder });
      expect(second).toEqual({ code: 0, output: expect.stringContaining('already_executed') });
      expect(await gateway.balance('bob', 'BTC')).toBe(before);
    } finally {
      rmSync(parent, { recursive: true });
    }
  });

  it('docs/tutorials/first-transfer.md is a program with a secp256k1 library alone that works as printed', async () => {
    const { code, output } = await runTutorial('first-transfer', { index: 1 });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("status: 'executed'") });
    expect(output).toContain('alice sends 0.00010000 BTC');
  });

  it('docs/tutorials/borrow-against-btc.md is a program that works as printed', async () => {
    await gateway.admin('price', { price: '80000' });
    const { code, output } = await runTutorial('borrow-against-btc');
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('loans: 0') });
    expect(output).toContain('collateral 0.10000000 CBTC');
    // Interest accrues while the push waits for its block.
    expect(output).toMatch(/LTV 125[01] bps; liquidated when BTC falls to 125/);
    expect(output).toMatch(/after the fall: LTV 156\d bps/);
  });
});
