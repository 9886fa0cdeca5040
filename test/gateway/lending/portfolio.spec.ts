import { type Answer, answerOf, refusalOf } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { Market } from '../../harness/gateway/market';
import { expireReadCache } from '../../harness/gateway/start-gateway';
import { units } from '../../harness/gateway/test-gateway';

const PRICE = '79876.54321000';
/** Requests of a portfolio beside the check of the account. */
const MOST_REQUESTS = 20;

const text = (value: bigint) => `${value / 100_000_000n}.${String(value % 100_000_000n).padStart(8, '0')}`;

describe.each(SURFACES)('get_portfolio over %s', (_surface, over) => {
  let market: Market;
  const read = async (tool: string, input: Answer) => market.gateway.read(tool, input);
  const portfolio = (account: string) => read('get_portfolio', { account });

  async function act(tool: string, input: Answer & { account: string }): Promise<void> {
    await market.gateway.execute(tool, input);
    await market.wait(500);
  }

  async function fundVault(account: string, amount: string): Promise<void> {
    await act('setup_vault', { account });
    await market.gateway.admin('mine-bitcoin');
    await market.wait(500);
    await market.gateway.payBitcoin((await read('get_vault', { account }))['btc_address'], amount);
    await market.wait(500);
  }

  beforeAll(async () => {
    market = await Market.start();
    market.gateway.call = over(market.gateway.url);
    await market.gateway.admin('price', { price: PRICE });
    for (const account of ['alice', 'bob']) await fundVault(account, '0.5');
    await act('lend', { account: 'bob', amount_usdt: '1000', pool_id: 5 });
    await act('lend', { account: 'carol', amount_usdt: '50000' });
    // The whole pool is lent out, so the redemption waits.
    await act('borrow', { account: 'alice', amount_usdt: '1000', max_apr_bps: 2000, pool_id: 5 });
    await act('borrow', { account: 'bob', amount_usdt: '10000', max_apr_bps: 2000 });
    await act('redeem', { account: 'bob', amount_tpf: '250', pool_id: 5 });
  });
  afterAll(() => market.close());

  it('get_portfolio of bob adds up all that the other tools say of the account', async () => {
    await market.order('alice', [
      { quantity: '0.00000100 BTC', memo: 'buy:100.0000 NATIVE:0.0000000100 BTC' },
    ]);
    await act('lend', { account: 'bob', amount_usdt: '1000', pool_id: 4 });
    await market.order('bob', [
      { quantity: '0.10000000 BTC', memo: 'sell:0.10000000 BTC:90000.00000000 USDT' },
      { quantity: '70.00000001 USDT', memo: 'buy:0.00100000 BTC:70000.00001000 USDT' },
    ]);
    await market.wait(60_000);
    const answer = await portfolio('bob');
    const { balances, locked, pool_shares } = await read('get_account', { account: 'bob' });
    const { entries } = await read('get_redemption_queue', { account: 'bob' });
    const { active, head_block_time } = await read('get_loans', { account: 'bob' });
    const { pools } = await read('get_pool_stats', {});
    const { best_bid } = await read('get_orderbook', { pair: 'nativebtc' });
    const [loan] = active as Answer[];
    const [redemption] = entries as Answer[];
    expect(answer).toMatchObject({
      ...{ account: 'bob', head_block_time, stale: false, not_valued: [], native_price_btc: best_bid },
      oracle: await read('get_btc_price', {}),
      debt_usdt: loan!['payoff_usdt'],
    });
    const [loanAnswer] = answer['loans'] as Answer[];
    expect(loanAnswer).toMatchObject({
      ...{ id: loan!['id'], pool_id: loan!['pool_id'], debt_usdt: loan!['payoff_usdt'] },
      ...{
        ltv_bps: loan!['ltv_bps'],
        liquidation_price: loan!['liquidation_price'],
        status: loan!['status'],
      },
      ...{ collateral_cbtc: loan!['collateral_cbtc'], apr_bps: loan!['current_apr_bps'] },
      interest_usdt: text(units(loan!['payoff_usdt']) - units(loan!['outstanding_usdt'])),
    });
    const distance = ((units(PRICE) - units(loan!['liquidation_price'])) * 10_000n) / units(PRICE);
    expect(loanAnswer!['liquidation_distance_bps']).toBe(Number(distance));

    let total = 0n;
    for (const { symbol, free, locked: inOrders, value_usdt } of answer['assets'] as Answer[]) {
      const held = (balances as Answer)[String(symbol)];
      expect({ symbol, free, inOrders }).toEqual({
        ...{ symbol, free: held },
        inOrders: (locked as Answer)[String(symbol)] ?? '0.00000000',
      });
      const all = units(free) + units(inOrders);
      const value = {
        USDT: all,
        BTC: (all * units(PRICE)) / 10n ** 8n,
        CBTC: (all * units(PRICE)) / 10n ** 8n,
        NATIVE: (all * units(best_bid) * units(PRICE)) / 10n ** 14n,
      }[String(symbol)];
      expect({ symbol, value_usdt }).toEqual({ symbol, value_usdt: text(value!) });
      total += value!;
    }
    const lent = answer['lent'] as Answer[];
    expect(lent.map(({ pool_id }) => pool_id)).toEqual(expect.arrayContaining([4, redemption!['pool_id']]));
    for (const { pool_id, amount, queued, value_usdt, interest_per_day_usdt } of lent) {
      const own = (pool_shares as Answer[]).find((pool) => pool['pool_id'] === pool_id)!;
      expect(amount).toBe(own['amount']);
      expect(queued).toBe(pool_id === redemption!['pool_id'] ? redemption!['amount_tpf'] : '0.00000000');
      const pool = (pools as Answer[]).find((one) => one['pool_id'] === pool_id)!;
      const byPrice = ((units(amount) + units(queued)) * units(pool['share_price'])) / 100_000_000n;
      // The price of a share is rounded down to 8 decimals before it is multiplied.
      expect(units(value_usdt) - byPrice).toBeLessThanOrEqual(
        (units(amount) + units(queued)) / 100_000_000n + 1n,
      );
      expect(units(value_usdt)).toBeGreaterThanOrEqual(byPrice);
      const earned = (units(value_usdt) * BigInt(pool['supply_apr_bps'] as number)) / 3_650_000n;
      expect(units(interest_per_day_usdt)).toBeGreaterThanOrEqual(earned);
      total += units(value_usdt);
    }
    expect(answer['assets_usdt']).toBe(text(total));
    expect(answer['net_worth_usdt']).toBe(text(total - units(loan!['payoff_usdt'])));
  });

  it('get_portfolio keeps its requests to the node below a bound, whatever the account has', async () => {
    expireReadCache();
    const before = market.node.requests.length;
    await portfolio('bob');
    // A push that is watched is looked up beside them.
    const asked = market.node.requests
      .slice(before)
      .filter((path) => !path.endsWith('/get_transaction_status'));
    expect(asked.length).toBeLessThanOrEqual(MOST_REQUESTS);
  });

  it('get_portfolio of an account with nothing is zero, and names nothing that is not valued', async () => {
    await market.gateway.admin('create-account', { name: 'empty1' });
    await market.wait(500);
    const answer = await portfolio('empty1');
    expect(answer).toMatchObject({
      ...{ assets_usdt: '0.00000000', debt_usdt: '0.00000000', net_worth_usdt: '0.00000000' },
      ...{ not_valued: [], lent: [], loans: [] },
    });
    expect((answer['assets'] as Answer[]).map(({ symbol, free }) => [symbol, free])).toEqual([
      ['BTC', '0.00000000'],
      ['USDT', '0.00000000'],
      ['NATIVE', '0.0000'],
      ['CBTC', '0.00000000'],
    ]);
  });

  it('get_portfolio refuses an account that does not exist', async () => {
    expect(await refusalOf(market.gateway.call('get_portfolio', { account: 'nosuch' }))).toBe(
      'account nosuch does not exist on mainnet',
    );
  });

  it('get_portfolio refuses what is no account name, and fields that it does not have', async () => {
    const message = await refusalOf(
      market.gateway.call('get_portfolio', { account: 'Alice', pair: 'btcusdt' }),
    );
    expect(message).toMatch(/unknown field "pair"; account: must be an account name/);
  });

  it('get_portfolio names NATIVE, and states no net worth, when no account bids for it', async () => {
    const { orders } = await read('get_orders', { account: 'alice', pair: 'nativebtc' });
    for (const { id } of orders as Answer[]) {
      await market.gateway.execute('cancel_order', { account: 'alice', pair: 'nativebtc', order_id: id });
    }
    await market.wait(500);
    expect(await portfolio('alice')).toMatchObject({
      ...{ native_price_btc: null, not_valued: ['NATIVE'], assets_usdt: null, net_worth_usdt: null },
      debt_usdt: expect.stringMatching(/^1000\.0\d{7}$/) as string,
    });
  });

  it('get_portfolio says that a price is stale, and states neither LTV nor distance then', async () => {
    await market.wait(6 * 60_000);
    const answer = await answerOf(market.gateway.call('get_portfolio', { account: 'bob' }));
    expect(answer).toMatchObject({
      ...{ stale: true, oracle: { price: PRICE, stale: true } },
      loans: [{ ltv_bps: null, liquidation_distance_bps: null, status: 'in_progress' }],
    });
  });
});
