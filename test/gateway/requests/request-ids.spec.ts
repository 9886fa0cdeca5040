import { type Answer, type CallTool, overMcp, overRest } from '../../harness/gateway/gateway-client';
import { expireReadCache } from '../../harness/gateway/start-gateway';
import { type Proposal, TestGateway } from '../../harness/gateway/test-gateway';
import { until } from '../../harness/until';

const PAYMENT = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.5', memo: 'rent' };
const REUSED = /^request_id: names a call with other arguments/;

describe.each<[string, (url: string) => CallTool]>([
  ['REST', overRest],
  ['MCP', overMcp],
])('request_id over %s', (surface, client) => {
  let gateway: TestGateway;
  let last = 0;
  const fresh = (): string => `${surface}-${(last += 1)}`;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    gateway.call = client(gateway.url);
  });
  afterAll(() => gateway.close());

  const compose = (tool: string, input: Answer): Promise<Proposal> => {
    expireReadCache();
    return gateway.compose(tool, input);
  };
  const statusOf = async (tool: string, input: Answer) => (await compose(tool, input))['status'];

  it('request_id answers the bytes of the first call again for the same arguments, as numbers too', async () => {
    const request_id = fresh();
    const first = await compose('transfer', { ...PAYMENT, request_id });
    expect(first['status']).toBe('new');
    for (const again of [
      { ...PAYMENT, request_id },
      { request_id, permission: 'active', network: 'mainnet', ...PAYMENT, amount: 0.5 },
    ]) {
      const { status, warnings, ...repeated } = await compose('transfer', again);
      expect(status).toBe('repeated');
      expect(warnings.map(({ code }) => code)).toEqual(['repeated_proposal']);
      const next = String(first['next']).slice(1);
      expect(first.warnings).toEqual([]);
      expect(repeated).toEqual({
        ...repeated,
        ...Object.fromEntries(Object.entries(first).filter(([name]) => name in repeated && name !== 'next')),
      });
      expect(String(repeated['next'])).toMatch(/^Read `warnings` first \(repeated_proposal\): /);
      expect(String(repeated['next'])).toContain(next);
    }
  });

  it('request_id is of one account, and calls without one are new each time', async () => {
    const request_id = fresh();
    const ids = new Set<string>();
    for (const input of [
      { ...PAYMENT, request_id },
      { ...PAYMENT, from: 'bob', to: 'alice', request_id },
      PAYMENT,
      PAYMENT,
    ]) {
      const { status, transaction } = await compose('transfer', input);
      expect(status).toBe('new');
      ids.add(transaction.transaction_id);
    }
    expect(ids.size).toBe(4);
  });

  it.each<[string, string, Answer]>([
    ['another amount', 'transfer', { ...PAYMENT, amount: '0.6' }],
    ['another receiver', 'transfer', { ...PAYMENT, to: 'carol' }],
    ['another memo', 'transfer', { ...PAYMENT, memo: '' }],
    ['another permission', 'transfer', { ...PAYMENT, permission: 'owner' }],
    ['another tool', 'setup_vault', { account: 'alice' }],
  ])('request_id is refused with %s', async (_, tool, input) => {
    const request_id = fresh();
    await compose('transfer', { ...PAYMENT, request_id });
    expect(await gateway.refusal(tool, { ...input, request_id })).toMatch(REUSED);
    expect(await statusOf('transfer', { ...PAYMENT, request_id })).toBe('repeated');
  });

  it('request_id answers the block of the transaction once it is executed, and pays once', async () => {
    const request_id = fresh();
    const before = await gateway.balance('bob', 'BTC');
    const first = await compose('transfer', { ...PAYMENT, request_id });
    const { body: pushed } = await gateway.relay(first, { account: 'alice' });
    const done = await compose('transfer', { ...PAYMENT, request_id });
    expect(done).toMatchObject({
      status: 'executed',
      block_num: pushed['block_num'],
      block_time: pushed['block_time'],
      next: 'Sign nothing: it was executed.',
      simulation: { status: 'unavailable', error: 'it was executed', effects: null },
      transaction: first.transaction,
    });
    const { body: again } = await gateway.relay(done, { account: 'alice' });
    expect(again['status']).toBe('already_executed');
    expect((await gateway.balance('bob', 'BTC')) - before).toBe(50_000_000n);
  });

  it('request_id answers an executed step that the tool itself would refuse now', async () => {
    const request_id = fresh();
    const first = await gateway.execute('setup_vault', {
      account: surface === 'REST' ? 'carol' : 'bob',
      request_id,
    });
    const input = { account: surface === 'REST' ? 'carol' : 'bob' };
    await until(async () => (await statusOf('setup_vault', { ...input, request_id })) === 'executed');
    const done = await compose('setup_vault', { ...input, request_id });
    expect(done['vault_name']).toBe(first['vault_name']);
    expect(await gateway.refusal('setup_vault', input)).toMatch(/has a vault already/);
  });

  it('request_id gives a new transaction when the old one expired unseen, and never when it was executed', async () => {
    const [lost, paid] = [fresh(), fresh()];
    const old = await compose('transfer', { ...PAYMENT, request_id: lost });
    const sent = await compose('transfer', { ...PAYMENT, request_id: paid });
    const { transaction } = sent;
    await gateway.relay(sent, { account: 'alice' }, 'accepted');
    await gateway.admin('pause-blocks');
    await gateway.admin('produce-blocks', { count: 10 });
    await gateway.advanceTime(301);
    // The last irreversible block is of a time before.
    expect(await gateway.refusal('transfer', { ...PAYMENT, request_id: lost })).toMatch(
      /its transaction has expired, and the nodes do not show yet/,
    );
    await gateway.admin('produce-blocks', { count: 10 });
    const next = await compose('transfer', { ...PAYMENT, request_id: lost });
    expect(next['status']).toBe('new');
    expect(next.transaction.transaction_id).not.toBe(old.transaction.transaction_id);
    expect(await statusOf('transfer', { ...PAYMENT, request_id: lost })).toBe('repeated');
    const done = await compose('transfer', { ...PAYMENT, request_id: paid });
    expect(done).toMatchObject({ status: 'executed', finality: 'irreversible', transaction });
    await gateway.admin('resume-blocks');
  });

  it('request_id takes a number and its decimal text for the same argument, also below 0.000001', async () => {
    const request_id = fresh();
    const order = { account: 'alice', pair: 'nativebtc', side: 'buy', amount: '100', request_id };
    expect(await statusOf('place_order', { ...order, price: 1e-7 })).toBe('new');
    expect(await statusOf('place_order', { ...order, price: '0.0000001' })).toBe('repeated');
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(65)])('request_id is refused as %j', async (request_id) => {
    expect(await gateway.refusal('transfer', { ...PAYMENT, request_id })).toMatch(/^request_id: /);
  });
});
