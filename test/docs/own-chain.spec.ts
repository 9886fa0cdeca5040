import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Networks } from '@app/networks';
import { TestChain } from '../harness/node/test-chain';
import { runProgram } from '../harness/process/run-program';
import { answerOf, overRest, refusalOf } from '../harness/gateway/gateway-client';
import { type RunningGateway, startGateway } from '../harness/gateway/start-gateway';

const ROOT = path.resolve(__dirname, '..', '..');
const GUIDE = 'docs/how-to/run-on-your-chain.md';

/** The commands of the guide, in their order, for this node and this folder. */
function commandsFor(node: string, folder: string): string[] {
  const page = readFileSync(path.join(ROOT, GUIDE), 'utf8');
  return [...page.matchAll(/```sh\n([\s\S]+?)```/g)].map(([, command]) =>
    command!.replace('http://127.0.0.1:8888', node).replaceAll('my-chain', folder),
  );
}

describe(`${GUIDE}, on a chain with token contracts alone`, () => {
  let chain: TestChain;
  let folder: string;
  let gateway: RunningGateway;
  const networksFile = () => path.join(folder, 'networks.yaml');
  const run = (command: string) => runProgram('sh', ['-c', command], { cwd: ROOT });

  beforeAll(async () => {
    chain = await TestChain.start();
    folder = path.join(mkdtempSync(path.join(tmpdir(), 'guide-')), 'chain');
    const [init = '', check = ''] = commandsFor(chain.url, folder);
    const written = await run(init);
    expect(written.output).toContain(`wrote ${networksFile()}`);
    const checked = await run(check);
    expect(checked.output).toMatch(/(\d+) of \1 entries match the chain/);
    expect(checked.code).toBe(0);
    gateway = await startGateway(chain.url, undefined, { NETWORKS_FILE: networksFile() });
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  it('the written files are small, name the schema, and do not replace files that exist', async () => {
    const profile = readFileSync(path.join(folder, 'chain.yaml'), 'utf8');
    expect(profile.split('\n').length).toBeLessThan(15);
    expect(profile).toMatch(/^# yaml-language-server: \$schema=.*profile\.schema\.json\n/);
    const [init = ''] = commandsFor(chain.url, folder);
    const again = await run(init);
    expect([again.code, again.output]).toEqual([2, expect.stringContaining('networks.yaml: exists already')]);
  });

  it('the gateway composes and reads tokens, and refuses the tools whose entries are left out', async () => {
    const call = overRest(gateway.url);
    const transfer = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.001' };
    expect(await answerOf(call('transfer', transfer))).toMatchObject({ simulation: { status: 'ok' } });
    expect(await answerOf(call('get_account', { account: 'alice' }))).toMatchObject({
      balances: { BTC: expect.stringMatching(/^\d/) as string, CBTC: null },
      locked: null,
    });
    for (const [tool, input, entry] of [
      ['get_pool_stats', {}, 'tables.rate_curve'],
      ['get_orderbook', { pair: 'btcusdt' }, 'pairs.btcusdt'],
      ['setup_vault', { account: 'alice' }, 'accounts.lending'],
      ['repay', { account: 'alice', amount_usdt: '1' }, 'accounts.lending'],
    ] as const) {
      expect(await refusalOf(call(tool, input))).toContain(`${entry}: is left out of the profile`);
    }
  });

  it('the gateway relays transfers of the named tokens alone, and shows no URL of a node', async () => {
    const { profile } = gateway.app.get(Networks, { strict: false }).of('mainnet');
    expect(new Set(profile.relayedActions().map(({ name }) => name))).toEqual(new Set(['transfer']));
    expect(profile.relayedActions().map(({ account }) => account)).not.toContain('');
    const key = String(chain.keyOf('alice').toPublic());
    const answer = await answerOf(
      overRest(gateway.url)('request_account', { name: 'newagent1', agent_key: key }),
    );
    expect(answer['instructions']).toContain('names no registrar');
    expect(JSON.stringify(answer)).not.toContain(chain.url);
  });

  it('get_table_rows of an unknown account lists only contracts that exist', async () => {
    const refusal = await refusalOf(
      overRest(gateway.url)('get_table_rows', { code: 'nosuch', scope: 'nosuch', table: 'rows' }),
    );
    expect(refusal).toMatch(/contracts of the profile: [a-z., ]*btc\.token/);
    expect(refusal).not.toMatch(/dex|loan|bridge/);
  });
});
