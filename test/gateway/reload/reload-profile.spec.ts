import { affectedKeyHash } from '@app/antelope';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { AnswerText } from '@app/tooling';
import { isAtHand, KeptAnswers } from '../../../apps/gateway/src/kept-answers/kept-answers';
import { NetworkRegistry } from '../../../apps/gateway/src/network/network-registry';
import {
  type Answer,
  answerOf,
  type CallTool,
  overRest,
  refusalOf,
} from '../../harness/gateway/gateway-client';
import type { Proposal } from '../../harness/gateway/test-gateway';
import { newSecret, webhooksFile } from '../../harness/gateway/webhooks-file';
import { TestChain } from '../../harness/node/test-chain';
import { signWithLibrary } from '../../harness/signing/sign-digest';
import { until } from '../../harness/until';
import { Listener } from '../events/support/listener';
import { Receiver } from '../webhooks/support/receiver';
import { LOWER_LTV, networksText, PROFILE, profileFiles, ReloadedGateway } from './support';

describe('reload of profiles', () => {
  let chain: TestChain;
  let gateway: ReloadedGateway;
  let call: CallTool;
  beforeAll(async () => {
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS });
  });
  afterAll(() => chain.close());
  afterEach(() => gateway.close());

  const filesOf = (profile: string) => profileFiles(chain.url, profile);
  const start = async (env: NodeJS.ProcessEnv = {}, profile = PROFILE): Promise<void> => {
    gateway = await ReloadedGateway.mounted(filesOf(profile), env);
    call = overRest(gateway.url);
    await read('get_chain_info');
  };
  const read = (tool: string, input: Answer = {}): Promise<Answer> => answerOf(call(tool, input));
  const reload = (profile: string, files: Record<string, string> = {}) => {
    gateway.mount({ ...filesOf(profile), ...files });
    return gateway.command();
  };
  /** Composes and signs. @returns pushes it */
  const signed = async (tool: string, input: Answer, signer: string) => {
    const { transaction } = (await read(tool, input)) as unknown as Proposal;
    const key = String(chain.keyOf(signer));
    const signatures = [signWithLibrary(key, transaction.signing_digest)];
    const signed_tx = { signatures, packed_trx: transaction.packed_trx };
    return () => call('push_transaction', { signed_tx });
  };
  const execute = async (tool: string, input: Answer, signer: string): Promise<void> => {
    const push = await signed(tool, input, signer);
    await answerOf(push());
  };
  const trade = async (price: string): Promise<void> => {
    const order = { pair: 'btcusdt', price, amount: '0.001' };
    await execute('place_order', { ...order, account: 'bob', side: 'sell' }, 'bob');
    await execute('place_order', { ...order, account: 'alice', side: 'buy' }, 'alice');
  };
  const changed = (from: string, to: string): string => {
    expect(PROFILE).toContain(from);
    return PROFILE.replace(from, to);
  };
  const APPLIED = { status: 200, body: { outcome: 'applied', networks: ['mainnet'] } };
  const refused = (...problems: unknown[]) => ({ status: 422, body: { outcome: 'refused', problems } });

  const maxLtv = async (): Promise<unknown> => (await read('get_vault', { account: 'alice' }))['max_ltv_bps'];

  /** Terms that the console compares proposals with. */
  const consoleTerms = async (): Promise<unknown> => {
    const config = (await (await fetch(`${gateway.url}/console/config.json`)).json()) as {
      networks: { lending_terms: unknown }[];
    };
    return config.networks[0]!.lending_terms;
  };

  it('answers follow a mounted profile without a command, those that were kept too', async () => {
    await start();
    expect([await maxLtv(), await consoleTerms()]).toMatchObject([7000, { max_ltv_bps: 7000 }]);
    gateway.mount(filesOf(LOWER_LTV));
    await until(async () => (await maxLtv()) === 5000);
    expect(await gateway.metrics()).toContain('gateway_reloads_total{outcome="applied"} 1');
    expect(await consoleTerms()).toMatchObject({ max_ltv_bps: 5000 });
    expect(await reload(LOWER_LTV)).toEqual({ status: 200, body: { outcome: 'unchanged' } });
    expect(await reload(PROFILE)).toEqual(APPLIED);
    expect(await maxLtv()).toBe(7000);
  });

  it('a call that began before keeps its answer for no later one', async () => {
    await start();
    const kept = gateway.gateway.app.get(KeptAnswers);
    const input = { account: 'alice' };
    const running = kept.of('get_vault', input);
    if (isAtHand(running)) throw new Error('a call before the first one is at hand');
    expect(await reload(LOWER_LTV)).toEqual(APPLIED);
    await running.run(() => gateway.gateway.app.get(NetworkRegistry).of('mainnet').chain.info());
    running.keep({ text: new AnswerText({}), verified: undefined });
    expect(isAtHand(kept.of('get_vault', input))).toBe(false);

    const next = kept.of('get_vault', input);
    if (isAtHand(next)) throw new Error('nothing was kept yet');
    await next.run(() => gateway.gateway.app.get(NetworkRegistry).of('mainnet').chain.info());
    next.keep({ text: new AnswerText({}), verified: undefined });
    expect(isAtHand(kept.of('get_vault', input))).toBe(true);
  });

  it('the relay follows it: a transfer of a token that was taken away is refused, and one that was executed is named as such', async () => {
    await start();
    const pay = { from: 'alice', to: 'bob', symbol: 'USDT', amount: '1' };
    const push = await signed('transfer', pay, 'alice');
    const before = await answerOf(push());
    expect(before).toMatchObject({ status: 'executed' });
    expect(await reload(changed('transfers: [BTC, USDT, NATIVE, TPF]', 'transfers: [BTC]'))).toEqual(APPLIED);
    await expect(execute('transfer', pay, 'alice')).rejects.toThrow('usdt.token::transfer');
    expect(await answerOf(push())).toMatchObject({
      status: 'already_executed',
      block_num: before['block_num'],
    });
  });

  it('a proposal of before is answered under its request id, and says that the profile does not describe it any more', async () => {
    await start();
    const cancel = { account: 'alice', request_id: 'before-the-reload' };
    const before = await read('cancel_loan_request', cancel);
    const other = changed(
      "name: cancelloan\n    data: { account: '{account}' }",
      'name: processqueue\n    data: {}',
    );
    expect(await reload(other)).toEqual(APPLIED);
    expect(await read('cancel_loan_request', cancel)).toMatchObject({
      status: 'repeated',
      transaction: before['transaction'],
      summary: [expect.stringContaining('Calls loan::cancelloan, for which the profile') as unknown],
    });
  });

  it.each([
    [
      'a table that is not there',
      'table: poolstats',
      'table: poolstat',
      'tables.pools: table poolstat is not in the ABI of loan',
    ],
    ['a token of another contract', 'contract: usdt.token', 'contract: btc.token', /tokens\.USDT: /],
    [
      'other decimals',
      'symbol: USDT, precision: 8',
      'symbol: USDT, precision: 4',
      'other pairs or decimals need a restart: tools name them',
    ],
    ['other pairs', 'nativebtc: {', 'coinbtc: {', 'other pairs or decimals need a restart: tools name them'],
  ])('%s is refused by its name, and the profile of before stays', async (_, from, to, reason) => {
    await start();
    const said: unknown[] = reason instanceof RegExp ? [expect.stringMatching(reason)] : [];
    const answer = await reload(changed(from, to));
    if (said.length === 0) expect(answer).toEqual(refused(`networks.mainnet.profile: ${String(reason)}`));
    else
      expect(answer).toMatchObject({
        status: 422,
        body: { problems: expect.arrayContaining(said) as unknown },
      });
    expect(await gateway.metrics()).toContain('gateway_reload_refused 1');
    expect(await read('get_pool_stats')).toHaveProperty('pools');
    await read('get_orderbook', { pair: 'nativebtc' });
  });

  it('a profile that does not match is mended entry by entry, and its tools work at once', async () => {
    const broken = changed('table: poolstats', 'table: poolstat');
    await start({}, broken);
    await gateway.gateway.app.get(NetworkRegistry).of('mainnet').firstCheck();
    expect(await refusalOf(call('get_pool_stats', {}))).toContain('tables.pools');
    const better = broken.replace('max_ltv_bps: 7000', 'max_ltv_bps: 5000');
    expect(await reload(better)).toEqual(APPLIED);
    expect(await maxLtv()).toBe(5000);
    expect(await refusalOf(call('get_pool_stats', {}))).toContain('tables.pools');
    expect(await reload(PROFILE)).toEqual(APPLIED);
    expect(await read('get_pool_stats')).toHaveProperty('pools');
  });

  it('accounts are checked with the affected set that it names', async () => {
    await start();
    const affected = async () => (await read('get_account', { account: 'alice' }))['affected_set'];
    await until(async () => (await affected()) === false);
    const hash = affectedKeyHash(String(chain.keyOf('alice').toPublic()));
    const other = changed('affected_set: ./development-affected-set.json', 'affected_set: ./affected.json');
    expect(await reload(other, { 'affected.json': JSON.stringify({ hashes: [hash] }) })).toEqual(APPLIED);
    const checks = (await (await fetch(`${gateway.managementUrl}/readyz`)).json()) as { checks: Answer };
    await until(async () => (await affected()) === true);
    expect(checks.checks).toHaveProperty(['affected-set:mainnet']);
    expect(
      await reload(changed('affected_set: ./development-affected-set.json', 'affected_set: null')),
    ).toEqual(APPLIED);
    expect(await affected()).not.toBe(true);
  });

  it('a list of affected accounts that cannot be read is refused, and the one of before stays', async () => {
    const hash = affectedKeyHash(String(chain.keyOf('alice').toPublic()));
    const list = { 'development-affected-set.json': JSON.stringify({ hashes: [hash] }) };
    gateway = await ReloadedGateway.mounted({ ...filesOf(PROFILE), ...list });
    call = overRest(gateway.url);
    const affected = async () => (await read('get_account', { account: 'alice' }))['affected_set'];
    await until(async () => (await affected()) === true);
    const other = changed('affected_set: ./development-affected-set.json', 'affected_set: ./typo.json');
    expect(await reload(other, list)).toEqual(
      refused(expect.stringMatching(/^networks\.mainnet\.profile: affected_set: /)),
    );
    expect(await affected()).toBe(true);
  });

  it('a profile that a refused file names is read again once it is mended', async () => {
    await start();
    const named = networksText([`{ url: '${chain.url}', label: node }`], undefined, './affected.json');
    gateway.mount({ ...filesOf(PROFILE), 'networks.yaml': named });
    await until(async () => (await gateway.info()).configuration.refused !== undefined);
    gateway.mount({ ...filesOf(PROFILE), 'networks.yaml': named, 'affected.json': LOWER_LTV });
    await until(async () => (await maxLtv()) === 5000);
  });

  it('a stream ends with the reason, and the next one continues where it was', async () => {
    await start();
    const listener = await new Listener(gateway.url, 'fills:alice').ready();
    await trade('81000');
    await listener.hears('fill');
    expect(await reload(LOWER_LTV)).toEqual(APPLIED);
    expect(await listener.hears('end')).toMatchObject({ reason: 'reconfigured' });
    await trade('81001');
    await listener.hears('fill', 2);
    await trade('81002');
    await listener.hears('fill', 3);
    listener.close();
    expect(listener.of('fill').map((fill) => (fill['trade'] as Answer)['price'])).toEqual(
      ['81000', '81001', '81002'].map(
        (price) => expect.stringMatching(new RegExp(`^${price}\\b`)) as unknown,
      ),
    );
    expect(listener.of('ready').at(-1)).toMatchObject({ resumed: true });
    expect(await gateway.metrics()).toContain('reason="reconfigured"} 1');
  });

  it('a webhook continues where its receiver stands', async () => {
    const receiver = await Receiver.start();
    const { file } = webhooksFile(
      [{ name: 'desk', url: receiver.url, topics: ['fills:alice'] }],
      [newSecret()],
    );
    await start({ WEBHOOKS_FILE: file });
    await receiver.gets('ready');
    await trade('81010');
    await receiver.gets('fill');
    expect(await reload(LOWER_LTV)).toEqual(APPLIED);
    await trade('81011');
    await receiver.gets('fill', 2);
    await receiver.down();
    expect(receiver.of('fill').map(({ data }) => (data['trade'] as Answer)['price'])).toEqual([
      expect.stringMatching(/^81010\b/),
      expect.stringMatching(/^81011\b/),
    ]);
  });
});
