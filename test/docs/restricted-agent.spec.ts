import { TestGateway } from '../harness/gateway/test-gateway';
import { printedProgram, RunningProgram } from './support/printed-program';

describe('the agent of docs/tutorials/restricted-agent.md', () => {
  let gateway: TestGateway;
  let lines: readonly string[];
  beforeAll(async () => {
    gateway = await TestGateway.start();
    await gateway.admin('price', { price: '80000' });
    const program = new RunningProgram(
      'restricted-agent',
      printedProgram('tutorials/restricted-agent.md', {
        'http://127.0.0.1:3000': gateway.url,
        'http://127.0.0.1:8888': gateway.chain.url,
      }),
    );
    if ((await program.ended()) !== 0) throw new Error(program.output);
    lines = program.output.trim().split('\n');
  });
  afterAll(() => gateway.close());

  const said = (word: string): string => lines.findLast((line) => line.startsWith(`${word} `))!;

  it('the permission is made by the actions that were read before, and has these links', () => {
    expect(lines.slice(0, 5)).toEqual([
      'updateauth trader ',
      ...['btc.token', 'usdt.token', 'eosio.token'].map((token) => `linkauth ${token} transfer`),
      'linkauth dex cancelorder',
    ]);
    expect(lines[5]!.split(', ').sort()).toEqual([
      'btc.token::transfer',
      'dex::cancelorder',
      'eosio.token::transfer',
      'usdt.token::transfer',
    ]);
  });

  it.each(['place_order', 'cancel_order', 'transfer'])('the key of the agent can %s', (name) => {
    expect(said(name)).toBe(`${name} executed`);
  });

  it.each(['lend', 'borrow', 'updateauth'])('the key of the agent cannot %s', (name) => {
    expect(said(name)).toMatch(/(?:cannot|refused): .*irrelevant authority/i);
  });

  it('the account is as it was once the permission is taken back, less what was sent', async () => {
    expect(said('afterwards')).toContain('trader');
    expect(said('afterwards')).not.toContain('executed');
    const { permissions } = await gateway.read('get_account', { account: 'bob' });
    expect((permissions as { name: string }[]).map(({ name }) => name)).toEqual(['active', 'owner']);
    expect((await gateway.read('get_orders', { account: 'bob' }))['orders']).toEqual([]);
  });
});
