import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { TestGateway } from '../harness/gateway/test-gateway';
import { runProgram } from '../harness/process/run-program';
import { pageText } from './support/printed-program';

const MAIN = path.resolve(__dirname, '../../dist/signer/main.js');
const PAGE = pageText('how-to/agents.md');
const blocks = (language: string): string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]+?)\\n\`\`\`$`, 'gm'))].map(
    ([, text]) => text!,
  );

describe('docs/how-to/agents.md', () => {
  const [init, show, addKey, send, approve, log] = blocks('sh') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  let gateway: TestGateway;
  let folder: string;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    folder = mkdtempSync(path.join(tmpdir(), 'agents-'));
    writeFileSync(path.join(folder, 'passphrase'), 'correct horse battery', { mode: 0o600 });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await gateway.close();
  });

  /** Runs a printed command; the passphrase comes from a file instead of the terminal. */
  const run = (command: string) => {
    const here = command
      .replace('npm run --silent signer --', `"${process.execPath}" "${MAIN}"`)
      .replace('http://127.0.0.1:3000', gateway.url)
      .replace('http://127.0.0.1:8888', gateway.chain.url);
    return runProgram('sh', ['-c', `${here} --passphrase-file passphrase`], {
      cwd: folder,
      env: { HOME: folder },
    });
  };
  const must = async (command: string): Promise<string> => {
    const { code, output } = await run(command);
    expect({ command, code, output }).toEqual({ command, code: 0, output });
    return output;
  };
  const sent = (tool: string, input: object, id: string) =>
    run(
      send.replace(
        /place_order '.+' --request-id \S+/,
        `${tool} '${JSON.stringify(input)}' --request-id ${id}`,
      ),
    );

  /** Steps 1 and 2 of the tutorial: the owner makes the permission with the active key. */
  async function givePermission(key: string): Promise<void> {
    const authorization = [{ actor: 'bob', permission: 'active' }];
    const auth = { threshold: 1, keys: [{ key, weight: 1 }], accounts: [], waits: [] };
    const link = (code: string, type: string) => ({
      ...{ account: 'eosio', name: 'linkauth', authorization },
      data: { account: 'bob', code, type, requirement: 'trader' },
    });
    const data = { account: 'bob', permission: 'trader', parent: 'active', auth };
    const actions = [
      { account: 'eosio', name: 'updateauth', authorization, data },
      link('usdt.token', 'transfer'),
      link('dex', 'cancelorder'),
    ];
    const { status, text } = await gateway.chain.transact(actions, [gateway.chain.keyOf('bob')]);
    expect({ status, text }).toEqual({ status: 202, text });
    gateway.chain.devchain.chain.produceBlock();
  }

  it('the commands of the page make an agent that trades within its policy and can do nothing else', async () => {
    await must(init);
    const policy = path.join(folder, 'signer-bob', 'policy.yaml');
    const rules = {
      ...(parse(readFileSync(policy, 'utf8')) as object),
      ...(parse(blocks('yaml')[0]!) as object),
    };
    writeFileSync(policy, stringify(rules));
    const shown = await must(show);
    expect(shown).toContain(
      'At worst 40.00000000 USDT within 1 h, 50.00000000 USDT within 24 h leave the account',
    );
    expect(shown).toContain('Worst case of any 24 h: 50.00000000 USDT leave the account.');
    await givePermission((await must(addKey)).split('\n')[0]!);

    expect(await must(send)).toContain('"status": "executed"');
    const { orders } = (await gateway.read('get_orders', { account: 'bob' })) as {
      orders: { price: string }[];
    };
    expect(orders.map(({ price }) => price)).toEqual(['60000.00000000']);

    const order = { pair: 'btcusdt', side: 'buy', price: '60000', amount: '0.0001' };
    const refusals: [string, object, string][] = [
      ['transfer', { to: 'carol', symbol: 'USDT', amount: '1' }, 'not_allowed'],
      ['place_order', { ...order, side: 'sell' }, 'not_allowed'],
      ['place_order', { ...order, price: '90000.01' }, 'price'],
      ['place_order', { ...order, amount: '0.001' }, 'cap'],
      ['place_order', order, 'repeated'],
    ];
    for (const [at, [tool, input, rule]] of refusals.entries())
      expect(await sent(tool, input, `no-${at}`)).toEqual({
        code: 1,
        output: expect.stringContaining(`refused (${rule})`),
      });

    const large = { ...order, amount: '0.0004' };
    const { output } = await sent('place_order', large, 'order-2');
    const [, code = ''] = /signer approve order-2 ([0-9a-f]{16})\./.exec(output) ?? [];
    expect(await must(approve.replace(' CODE ', ` ${code} `))).toContain(
      'approved: pays 24.00000000 USDT to dex',
    );
    expect((await sent('place_order', large, 'order-2')).output).toContain('"status": "executed"');
    // 30 of 40 USDT of this hour are used.
    const next = { ...order, amount: '0.0003' };
    expect((await sent('place_order', next, 'order-3')).output).toContain('refused (cap)');
    expect(await must(log)).toContain('each authentic and in its place');
  });

  it('the configuration for hosts starts the command that serves', () => {
    const { mcpServers } = JSON.parse(blocks('json')[0]!) as {
      mcpServers: { chain: { command: string; args: string[] } };
    };
    expect(mcpServers.chain.args.slice(0, 5)).toEqual(['run', '--silent', 'signer', '--', 'serve']);
  });
});
