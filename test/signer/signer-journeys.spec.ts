import { TestGateway, units } from '../harness/gateway/test-gateway';
import { type Agent, GENERATIONS } from './support/mcp-clients';
import { SignerProcess } from './support/signer-process';

const HOME = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const cap = (most: string) => ({ per_transaction: most, windows: { '24h': most } });
const RULES = {
  transactions: { per_hour: 60 },
  caps: { USDT: cap('500'), BTC: cap('0.02'), TPF: cap('500') },
  debt_caps: { USDT: cap('1000') },
  allow: {
    place_order: {
      pairs: {
        btcusdt: {
          ...{ buy_up_to: '100000', sell_from: '50000' },
          price_guard: { worse_by_bps: 50, max_age: '5m', beyond: 'refuse' },
          open_orders: { count: 1, value: '100' },
        },
      },
    },
    cancel_order: {},
    lend: { pools: [6] },
    redeem: { pools: [6] },
    borrow: { pools: [6], max_apr_bps: 2000, max_ltv_bps: 4000 },
    withdraw_btc: { to: [HOME] },
  },
};

describe.each(GENERATIONS)('journeys of an agent with the client of %s', (_, connect) => {
  let gateway: TestGateway;
  let signer: SignerProcess;
  let agent: Agent;
  let count = 0;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    await gateway.admin('price', { price: '80000' });
    await gateway.execute('setup_vault', { account: 'alice' });
    await gateway.execute('lend', { account: 'bob', amount_usdt: '2000' });
    await gateway.admin('mine-bitcoin');
    signer = await SignerProcess.make(gateway, gateway.url, RULES);
    agent = await connect(signer.serving());
  });
  afterAll(async () => {
    await agent.close();
    signer.remove();
    await gateway.close();
  });

  const send = (tool: string, input: object) =>
    agent.text('send', { tool, arguments: input, request_id: `journey-${(count += 1)}` });
  const executed = async (tool: string, input: object): Promise<void> =>
    expect(JSON.parse(await send(tool, input))).toMatchObject({ status: 'executed' });
  const balance = async (symbol: string): Promise<bigint> => {
    await gateway.admin('price', { price: '80000' });
    return gateway.balance('alice', symbol);
  };

  it('borrows up to 40 % of the collateral, and no unit more', async () => {
    const { btc_address } = await gateway.read('get_vault', { account: 'alice' });
    await gateway.payBitcoin(btc_address, '0.01');
    const before = await balance('USDT');
    // 0.01 BTC are worth 800 USDT.
    expect(await send('borrow', { amount_usdt: '320.00000001', max_apr_bps: 2000 })).toContain(
      'refused (cap): the loan-to-value would be above 4000 bps',
    );
    await executed('borrow', { amount_usdt: '320', max_apr_bps: 2000 });
    expect(await balance('USDT')).toBe(before + 320_00000000n);
    const { active } = await agent.json('get_loans', { account: 'alice' });
    expect(active).toMatchObject([{ account: 'alice' }]);
  });

  it('trades within the guard, is refused beyond it, and cancels', async () => {
    await gateway.admin('price', { price: '80000' });
    const order = { pair: 'btcusdt', side: 'sell', price: '79599.99', amount: '0.001' };
    expect(await send('place_order', order)).toContain('refused (price)');
    await executed('place_order', { ...order, price: '90000' });
    expect(await send('place_order', { ...order, price: '91000' })).toContain('refused (cap)');
    const { orders } = (await agent.json('get_orders', { account: 'alice' })) as {
      orders: { id: number; price: string }[];
    };
    expect(orders).toMatchObject([{ price: expect.stringMatching(/^90000\b/) }]);
    const before = await balance('BTC');
    await executed('cancel_order', { pair: 'btcusdt', order_id: orders[0]!.id });
    expect(await balance('BTC')).toBe(before + 100_000n);
  });

  it('lends, and redeems the shares for what it lent', async () => {
    const [usdt, shares] = [await balance('USDT'), await balance('TPF')];
    await executed('lend', { amount_usdt: '100' });
    const got = (await balance('TPF')) - shares;
    const text = got.toString().padStart(9, '0');
    await executed('redeem', { amount_tpf: `${text.slice(0, -8)}.${text.slice(-8)}`.replace(/0+$/, '') });
    expect(await balance('TPF')).toBe(shares);
    // Whole units are rounded for the pool.
    expect(usdt - (await balance('USDT'))).toBeLessThanOrEqual(2n);
  });

  it('bridges out to the address of the owner alone', async () => {
    const before = await balance('BTC');
    expect(await send('withdraw_btc', { amount: '0.01', btc_address: STRANGER })).toContain(
      'refused (receiver)',
    );
    await executed('withdraw_btc', { amount: '0.01', btc_address: HOME });
    expect(before - (await balance('BTC'))).toBe(units('0.01000000'));
    const { peg_outs } = (await agent.json('get_money_in_flight', { account: 'alice' })) as {
      peg_outs: { amount?: string }[];
    };
    expect(peg_outs).toHaveLength(1);
    // The first block sends it, and three more confirm it.
    await gateway.admin('mine-bitcoin');
    await gateway.admin('mine-bitcoin', { count: 4 });
    expect(await agent.json('get_money_in_flight', { account: 'alice' })).toMatchObject({ peg_outs: [] });
    expect(await send('withdraw_btc', { amount: '0.0101', btc_address: HOME })).toContain('refused (cap)');
  });
});
