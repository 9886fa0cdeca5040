import type { Answer } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { expireReadCache } from '../../harness/gateway/start-gateway';
import { type Proposal, TestGateway, units } from '../../harness/gateway/test-gateway';
import { ALICE, order, OUT, PAIR, pay, REFUSED, resting, type Step } from './refused-plans';

type StepEffect = Answer & { order?: Answer; loan?: Answer };
type Plan = Proposal & { simulation: Proposal['simulation'] & { steps?: StepEffect[] } };

describe.each(SURFACES)('compose_plan over %s', (_surface, over) => {
  let gateway: TestGateway;
  // A clock that stands still within a plan: interest is the same in the dry run and in the push.
  let nowMs = Date.now();

  beforeAll(async () => {
    gateway = await TestGateway.start({ now: () => nowMs, blocks: 'manual' });
    gateway.call = over(gateway.url);
    await gateway.admin('price', { price: '80000' });
    await gateway.execute('setup_vault', ALICE);
    await gateway.admin('mine-bitcoin');
    const { btc_address } = await gateway.read('get_vault', ALICE);
    await gateway.payBitcoin(btc_address, '1');
    await gateway.execute('lend', { account: 'bob', amount_usdt: '100000' });
    await place('bob', 'sell', '80000', '0.1');
  });
  afterAll(() => gateway.close());
  beforeEach(async () => {
    nowMs = Math.max(nowMs + 500, Date.now());
    gateway.chain.devchain.chain.produceBlock();
    await gateway.admin('price', { price: '80000' });
  });

  const place = (account: string, side: string, price: string, amount: string) =>
    gateway.execute('place_order', { account, pair: PAIR, side, price, amount });
  const bodyOf = (steps: readonly Step[]): Answer => ({
    steps: steps.map(([tool, input]) => ({ tool, input })),
  });
  const compose = async (...steps: Step[]): Promise<Plan> => {
    expireReadCache();
    return (await gateway.compose('compose_plan', bodyOf(steps))) as Plan;
  };
  const refusal = (...steps: Step[]): Promise<string> => {
    expireReadCache();
    return gateway.refusal('compose_plan', bodyOf(steps));
  };
  const ordersOf = async (): Promise<{ id: number; side: string; price: string }[]> => {
    expireReadCache();
    return (await gateway.read('get_orders', ALICE))['orders'] as {
      id: number;
      side: string;
      price: string;
    }[];
  };
  const cancels = async (): Promise<Step[]> =>
    (await ordersOf()).map(({ id }) => ['cancel_order', { ...ALICE, pair: PAIR, order_id: id }] as const);
  const balances = async (): Promise<Record<string, bigint>> => {
    expireReadCache();
    const held = (await gateway.read('get_account', ALICE))['balances'] as Answer;
    return Object.fromEntries(['BTC', 'USDT', 'CBTC'].map((symbol) => [symbol, units(held[symbol])]));
  };
  /** Pushes a plan; the balances of the signer change as its effects say. */
  const carryOut = async (plan: Plan): Promise<void> => {
    expect(plan.simulation.error).toBeNull();
    const before = await balances();
    expect(await gateway.relay(plan, ALICE, 'accepted')).toMatchObject({ body: { status: 'pending' } });
    const after = await balances();
    for (const symbol of ['BTC', 'USDT']) {
      const told = plan.simulation.effects!.find(
        ({ account, token }) => account === 'alice' && token === symbol,
      );
      expect([symbol, after[symbol]! - before[symbol]!]).toEqual([symbol, units(told?.change ?? '0')]);
    }
  };

  it('compose_plan cancels and replaces an order in one transaction', async () => {
    await place('alice', 'sell', '95000', '0.01');
    const [cancel] = await cancels();
    const plan = await compose(
      cancel!,
      order({ price: '96000', amount: '0.02', post_only: true, max_slippage_bps: 0 }),
    );
    expect(plan.actions.map(({ account, name }) => `${account}::${name}`)).toEqual([
      'dex::cancelorder',
      'btc.token::transfer',
    ]);
    expect(plan.summary).toHaveLength(2);
    expect(plan.simulation.steps).toMatchObject([
      { step: 0, tool: 'cancel_order' },
      { step: 1, tool: 'place_order', order: { filled: '0.00000000', resting: '0.02000000' } },
    ]);
    await carryOut(plan);
    expect((await ordersOf()).map(({ price }) => price)).toEqual(['96000.00000000']);
  });

  it('compose_plan cancels all orders in one transaction', async () => {
    await place('alice', 'sell', '97000', '0.01');
    await place('alice', 'buy', '60000', '0.01');
    const plan = await compose(...(await cancels()));
    expect(plan.actions).toHaveLength(3);
    await carryOut(plan);
    expect(await ordersOf()).toEqual([]);
  });

  it('compose_plan borrows and buys with the USDT of the loan, which the account does not have before', async () => {
    const { USDT } = await balances();
    const all = `${USDT! / 100_000_000n}.${String(USDT! % 100_000_000n).padStart(8, '0')}`;
    const plan = await compose(
      ['transfer', { from: 'alice', to: 'bob', symbol: 'USDT', amount: all }],
      ['borrow', { ...ALICE, amount_usdt: '2000', max_apr_bps: 2000 }],
      order({ side: 'buy', price: '80000', amount: '0.02', max_slippage_bps: 0 }),
    );
    const [, borrow, bought] = plan.simulation.steps!;
    expect(borrow!.loan).toMatchObject({ debt_after: '2000.00000000', ltv_bps_before: 0 });
    expect(bought!.order).toMatchObject({ filled: '0.02000000', average_price: '80000.00000000' });
    await carryOut(plan);
    expect(await balances()).toMatchObject({ USDT: 400n * 10n ** 8n });
  });

  it('compose_plan repays and withdraws collateral that the loan binds before', async () => {
    const withdraw: Step = ['withdraw_collateral', { ...ALICE, amount_cbtc: '1', btc_address: OUT }];
    const alone = await gateway.compose(...withdraw);
    expect(alone.simulation.status).toBe('failed');
    const gift = await gateway.compose('transfer', {
      from: 'bob',
      to: 'alice',
      symbol: 'USDT',
      amount: '3000',
    });
    await gateway.relay(gift, { account: 'bob' }, 'accepted');
    const plan = await compose(['repay', { ...ALICE, amount_usdt: '2100' }], withdraw);
    const [repaid, withdrawn] = plan.simulation.steps!;
    expect(repaid!.loan).toMatchObject({ debt_after: '0.00000000', ltv_bps_after: 0 });
    expect(withdrawn).toMatchObject({ step: 1, fee: { token: 'CBTC' } });
    expect(plan.summary.join(' ')).not.toContain('can be withdrawn now');
    await carryOut(plan);
    expect(await balances()).toMatchObject({ CBTC: 0n });
  });

  it('compose_plan tells the step that fails, and its bytes change nothing on the chain', async () => {
    const plan = await compose(
      order({ price: '99000', amount: '0.01' }),
      ['transfer', { from: 'alice', to: 'bob', symbol: 'BTC', amount: '1000000' }],
      order({ price: '99500', amount: '0.01' }),
    );
    expect(plan.simulation).toMatchObject({ status: 'failed', effects: null });
    expect(plan.simulation.error).toMatch(/^steps\[1\] \(transfer\): .*overdrawn/);
    expect(plan['next']).toMatch(/^Would fail: steps\[1\] \(transfer\): /);
    const before = [await balances(), await ordersOf()];
    expect(await gateway.relay(plan, ALICE)).toMatchObject({ ok: false });
    expect([await balances(), await ordersOf()]).toEqual(before);
  });

  it('compose_plan judges post_only after the steps before it', async () => {
    const bid = order({ side: 'buy', price: '70000', amount: '0.01' });
    const crossing = order({ price: '70000', amount: '0.01', post_only: true });
    expect(await refusal(bid, crossing)).toMatch(
      /^steps\[1\]\.input\.post_only: in the dry run the order trades 0\.01000000 BTC at once/,
    );
  });

  it('compose_plan refuses post_only where the dry run of the plan fails', async () => {
    const overdrawn: Step = ['transfer', { from: 'alice', to: 'bob', symbol: 'BTC', amount: '1000000' }];
    expect(await refusal(overdrawn, order({ price: '99000', amount: '0.01', post_only: true }))).toMatch(
      /^steps\[1\]\.input\.post_only: cannot be checked: the dry run fails: steps\[0\] \(transfer\): .*overdrawn/,
    );
  });

  it('compose_plan refuses max_slippage_bps where a step before it changes the side that it trades with', async () => {
    const first = order({ side: 'buy', price: '80000', amount: '0.002' });
    const second = order({ side: 'buy', price: '80000', amount: '0.004', max_slippage_bps: 10_000 });
    expect(await refusal(first, second)).toMatch(
      /^steps\[1\]\.input\.max_slippage_bps: cannot be checked: an earlier step changes the side of the book/,
    );
  });

  it('compose_plan keeps the warnings of its steps, each with the step', async () => {
    const plan = await compose(
      order({ price: '99000', amount: '0.01' }),
      order({ price: '70000', amount: '0.01' }),
    );
    expect(plan.warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      expect.stringMatching(/^price_far_from_oracle: steps\[1\] \(place_order\): the limit of 70000/),
    ]);
  });

  it.each(REFUSED)('compose_plan refuses %s', async (_what, steps, expected) => {
    const message = await refusal(...steps);
    if (typeof expected === 'string') expect(message).toBe(expected);
    else expect(message).toMatch(expected);
  });

  it('compose_plan answers the same bytes for the same request_id, and refuses other steps under it', async () => {
    const request_id = `plan-${String(nowMs)}`;
    const body = { ...bodyOf([resting, pay()]), request_id };
    const first = await gateway.compose('compose_plan', body);
    expect(first['status']).toBe('new');
    const numbers = {
      ...bodyOf([order({ amount: '0.01', price: 99_000 }), pay({ amount: 0.1, memo: '' })]),
      request_id,
    };
    const again = (await gateway.compose('compose_plan', numbers)) as Plan;
    expect(again).toMatchObject({ status: 'repeated', transaction: first.transaction });
    expect(again.simulation).not.toHaveProperty('steps');
    const swapped = { ...bodyOf([pay(), resting]), request_id };
    expect(await gateway.refusal('compose_plan', swapped)).toMatch(
      /^request_id: names a call with other arguments/,
    );
    await gateway.relay(first, ALICE, 'accepted');
    gateway.chain.devchain.chain.produceBlock();
    expireReadCache();
    const executed = await gateway.compose('compose_plan', body);
    expect(executed).toMatchObject({ status: 'executed', block_num: expect.any(Number) as number });
  });

  it('compose_plan with setup_vault answers the name of the vault', async () => {
    const plan = (await gateway.compose('compose_plan', {
      steps: [
        { tool: 'setup_vault', input: { account: 'carol' } },
        { tool: 'lend', input: { account: 'carol', amount_usdt: '10' } },
      ],
    })) as Plan;
    expect(plan.simulation.status).toBe('ok');
    expect(plan.actions[0]!.data['vault']).toBe(plan['vault_name']);
  });

  it('compose_plan counts what earlier steps take of a side of the book, and says that its best price is of before', async () => {
    await place('bob', 'sell', '80500', '0.4');
    const buy = (amount: string, price: string) => order({ side: 'buy', price, amount });
    const { bids, asks } = await gateway.read('get_orderbook', { pair: PAIR });
    expect(bids).toEqual([]);
    const volume = (asks as Answer[]).reduce((sum, { amount }) => sum + units(amount), 0n);
    // Each takes 1.5 % of the asks: both together more than 2 %.
    const part = `0.${String((volume * 15n) / 1000n).padStart(8, '0')}`;
    const plan = await compose(buy(part, '80100'), buy(part, '80200'));
    expect(plan.warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      expect.stringMatching(
        /^large_part_of_book: steps\[1\] \(place_order\): with the earlier steps it takes up to 0\.0\d+ BTC, more than 2 %/,
      ),
    ]);
    const far = await compose(buy(part, '80100'), buy(part, '82000'));
    expect(far.warnings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(
        'best ask of 80000.00000000 USDT before the earlier steps, which may change it',
      ),
    );
  });
});
