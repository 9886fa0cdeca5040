import { TestGateway } from '../harness/gateway/test-gateway';
import { printedProgram, RunningProgram } from './support/printed-program';

describe('printed programs', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await TestGateway.start()));
  afterAll(() => gateway.close());

  /** Runs the program of a tutorial to its end. */
  async function runTutorial(name: string): Promise<{ code: unknown; output: string }> {
    const addresses = { 'http://127.0.0.1:3000': gateway.url, 'http://127.0.0.1:8888': gateway.chain.url };
    const program = new RunningProgram(name, printedProgram(`tutorials/${name}.md`, addresses));
    const code = await program.ended();
    return { code, output: program.output };
  }

  it('docs/tutorials/first-transfer.md is a program that works as printed', async () => {
    const { code, output } = await runTutorial('first-transfer');
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
