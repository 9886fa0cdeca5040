import { SpendingState } from '../ledger/spending-rules';
import { type Policy, readPolicy } from '../policy/policy';
import { EXAMPLE_POLICY, policyText, PROFILE_TEXT } from '../testing/example-policy';
import { FakeNodes, type Routes } from '../testing/fake-node';
import { judge } from './judge';
import { judgeLive } from './live-rules';

const NOW = Date.parse('2030-01-07T12:00:00Z');
const BUY = { pair: 'btcusdt', side: 'buy', price: '80000', amount: '0.0001' };
const ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const LOAN = {
  outstanding_amount: '1000.00000000 USDT',
  terms: { pool_id: 6 },
  debt_shares: '100000000000',
};

interface Tables {
  readonly price?: string;
  readonly updatedAt?: string;
  readonly orders?: readonly object[];
  readonly loans?: readonly object[];
  readonly requests?: readonly object[];
}

/** A node with these rows; the vault of alice has 0.1 CBTC, pool 6 lent 1000 USDT at 10 % a year ago. */
const nodeOf = ({ price = '80000.00000000', updatedAt = '2030-01-07T11:59:00', ...rows }: Tables): Routes => {
  const tables: Record<string, readonly object[]> = {
    aggfeeds: [{ pair: 'btcusd', price, updated_at: updatedAt }],
    orderbook2: rows.orders ?? [],
    loan: rows.loans ?? [],
    loanqueue: rows.requests ?? [],
    vault: [{ owner: 'alice', vault: 'abcdefg.loan' }],
    poolstats: [
      {
        ...{ pool_id: 6, outstanding_amount: '1000.00000000 USDT', borrow_apr_bps: 1000 },
        ...{ debt_shares: '100000000000', updated_at: '2029-01-07T12:00:00' },
      },
    ],
  };
  return {
    'chain/get_table_rows': ({ table }) => ({ rows: tables[String(table)], more: false }),
    'chain/get_currency_balance': () => ['0.10000000 CBTC'],
  };
};
const order = (quoteAsset: string, account = 'alice') => ({ account, quoteAsset });

describe('the rules that read the chain', () => {
  const fake = new FakeNodes();
  afterEach(() => fake.close());

  async function policyOver(tables: readonly (Tables | undefined)[], rules: object = {}): Promise<Policy> {
    const nodes = await Promise.all(tables.map((each) => fake.start(each === undefined ? {} : nodeOf(each))));
    return readPolicy(policyText({ ...EXAMPLE_POLICY, ...rules, nodes }), PROFILE_TEXT);
  }
  const live = async (
    tool: string,
    input: object,
    policy: Policy,
    { now = NOW, nodes = policy.file.nodes } = {},
  ) => judgeLive(judge(tool, { ...input }, policy), policy, { clocks: [now, now], nodes });
  const bounds = async (tool: string, input: object, policy: Policy, state = new SpendingState()) =>
    (await live(tool, input, policy)).assertBounds(state);

  it('an order within the guard at every node is allowed', async () => {
    expect(await live('place_order', BUY, await policyOver([{}, {}]))).toMatchObject({
      reasons: [],
    });
  });

  it.each<[string, (Tables | undefined)[], string]>([
    ['one node has a lower price', [{}, { price: '79000.00000000' }], 'worse than the oracle'],
    ['the price of one node is old', [{}, { updatedAt: '2030-01-07T11:57:59' }], '121 s old'],
    ['one of two nodes does not answer', [{}, undefined], '1 of 2 nodes state'],
    ['a node states no number', [{}, { price: 'x' }], 'is not a positive decimal'],
  ])('an order is refused when %s', async (_, nodes, reason) => {
    await expect(live('place_order', BUY, await policyOver(nodes))).rejects.toThrow(reason);
  });

  it('a node whose head was not checked is not asked, and does not count', async () => {
    const policy = await policyOver([{ price: '1.00000000' }, {}, {}]);
    const [unchecked = '', ...checked] = policy.file.nodes;
    expect((await live('place_order', BUY, policy, { nodes: checked })).reasons).toEqual([]);
    await expect(
      live('place_order', BUY, policy, { nodes: [unchecked, ...checked].slice(2) }),
    ).rejects.toThrow('1 of 3 nodes state');
  });

  it('an order beyond the guard waits for a person where the policy says so', async () => {
    const { btcusdt } = EXAMPLE_POLICY.allow.place_order!.pairs;
    const guard = { ...btcusdt!.price_guard!, beyond: 'approve' };
    const allow = {
      ...EXAMPLE_POLICY.allow,
      place_order: { pairs: { btcusdt: { ...btcusdt, price_guard: guard } } },
    };
    const policy = await policyOver([{}, {}], { allow });
    const reasonAt = async (price: string) =>
      (await live('place_order', { ...BUY, price }, policy)).reasons.map(({ covers }) => covers);
    expect(await reasonAt('80400.01')).toEqual(['price 100']);
    expect(await reasonAt('80800')).toEqual(['price 100']);
    expect(await reasonAt('80800.01')).toEqual(['price 200']);
  });

  it('open orders are bounded by number and by value, at the node that states most', async () => {
    const nine = Array.from({ length: 9 }, () => order('1.00000000 USDT'));
    await bounds('place_order', BUY, await policyOver([{ orders: nine }, {}]));
    const ten = [...nine, order('1.00000000 USDT')];
    await expect(bounds('place_order', BUY, await policyOver([{ orders: ten }, {}]))).rejects.toThrow(
      'open order 11, of 10 at most',
    );
    await bounds('place_order', BUY, await policyOver([{ orders: [order('42.00000000 USDT')] }, {}]));
    const worth = { orders: [order('42.00000001 USDT'), order('9.00000000 USDT', 'bob')] };
    await expect(bounds('place_order', BUY, await policyOver([worth, {}]))).rejects.toThrow(
      'worth 50.00000001',
    );
  });

  it('orders that were signed and may still be executed count as open', async () => {
    const policy = await policyOver([{}, {}]);
    const state = new SpendingState();
    const { openUnits, assertBounds } = await live('place_order', BUY, policy);
    for (let count = 0; count < 5; count += 1)
      state.apply({
        ...{ type: 'reserve', id: `t${count}`, request: `r${count}`, call: 'c', packed: '', signed_at: NOW },
        ...{ units: {}, expires_at: NOW + 1 },
        open_units: Object.fromEntries([...openUnits].map(([name, units]) => [name, String(units)])),
      });
    // Five of 8 USDT each, and this one: 48 of 50.
    assertBounds(state);
    state.apply({
      ...{ type: 'reserve', id: 't', request: 'r', call: 'c', packed: '', signed_at: NOW, units: {} },
      ...{ expires_at: NOW + 1, open_units: { 'open value btcusdt': '200000001' } },
    });
    expect(() => assertBounds(state)).toThrow('50.00000001');
    const many = new SpendingState();
    const sign = (id: string): void =>
      many.apply({
        ...{ type: 'reserve', id, request: id, call: 'c', packed: '', signed_at: NOW, units: {} },
        ...{ expires_at: NOW + 1, open_units: { 'open orders btcusdt': '1' } },
      });
    for (let count = 0; count < 9; count += 1) sign(`n${count}`);
    assertBounds(many);
    sign('n9');
    expect(() => assertBounds(many)).toThrow('open order 11, of 10 at most');
  });

  it('a loan is bounded by the collateral, with the interest since the last write', async () => {
    const borrow = (amount_usdt: string) => ({ amount_usdt, max_apr_bps: 500 });
    // 0.1 CBTC are worth 8000 USDT; 4000 bps are 3200. The cap of one loan is 1000.
    await bounds('borrow', borrow('1000'), await policyOver([{}, {}]));
    const low = { price: '24999.00000000' };
    await expect(bounds('borrow', borrow('1000'), await policyOver([{}, low]))).rejects.toThrow(
      'above 4000 bps',
    );
    await expect(
      bounds('borrow', borrow('1000'), await policyOver([{}, { updatedAt: '2030-01-07T11:54:59' }])),
    ).rejects.toThrow('301 s old');
    const waiting = { requests: [{ amount: '2200.00000001 USDT' }] };
    await expect(bounds('borrow', borrow('1000'), await policyOver([{}, waiting]))).rejects.toThrow('above');
  });

  it('a withdrawal of collateral is bounded by the debt with its interest', async () => {
    const withdrawal = { amount_cbtc: '0.01', btc_address: ADDRESS };
    // 1100 USDT are owed after a year; 0.09 CBTC at 30556 are worth 2750.04, of which 4000 bps are 1100.016.
    const loan = { loans: [LOAN] };
    const nodes = (price: string) =>
      policyOver([
        { ...loan, price },
        { ...loan, price },
      ]);
    await bounds('withdraw_collateral', withdrawal, await nodes('30556.00000000'));
    await expect(bounds('withdraw_collateral', withdrawal, await nodes('30555.00000000'))).rejects.toThrow(
      'above 4000 bps',
    );
    const state = new SpendingState();
    state.apply({
      ...{ type: 'reserve', id: 't', request: 'r', call: 'c', packed: '', signed_at: NOW },
      ...{ units: { 'debt USDT': '100000000' }, expires_at: NOW + 1 },
    });
    const policy = await nodes('30556.00000000');
    await expect(bounds('withdraw_collateral', withdrawal, policy, state)).rejects.toThrow('above 4000 bps');
  });

  it('outside of the hours everything but cancel_order waits for a person', async () => {
    const night = Date.parse('2030-01-07T23:00:00Z');
    const policy = await policyOver([{}, {}]);
    const payment = { to: 'bob', symbol: 'USDT', amount: '1' };
    expect((await live('transfer', payment, policy, { now: night })).reasons).toMatchObject([
      { covers: 'hours' },
    ]);
    expect((await live('transfer', payment, policy)).reasons).toEqual([]);
    const cancel = { pair: 'btcusdt', order_id: 3 };
    expect((await live('cancel_order', cancel, policy, { now: night })).reasons).toEqual([]);
  });
});
