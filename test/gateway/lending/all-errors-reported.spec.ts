import { type Answer, overMcp, overRest } from '../../harness/gateway/gateway-client';
import { TestGateway } from '../../harness/gateway/test-gateway';

const NOBODY = 'account nosuch does not exist on mainnet';
const NO_TRADER = 'account alice has no permission trader; it has: active, agent, owner';
const decimals = (field: string, symbol: string) => `${field}: "0.000000001" has 9 decimals; ${symbol} has 8`;
const TINY = '0.000000001';
const NO_POOL = 'pool_id: there is no pool 9; pools: 0, 1, 2, 3, 4, 5, 6';

/** A problem as it reads; `*` is anything. */
const pattern = (problem: string) => problem.replace(/[.?()]/g, '\\$&').replace('*', '.*');

describe.each([
  ['REST', overRest],
  ['MCP', overMcp],
])('a request with several errors over %s', (_surface, over) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    gateway.call = over(gateway.url);
    await gateway.admin('price', { price: '80000' });
  });
  afterAll(() => gateway.close());

  const trader = { account: 'alice', permission: 'trader' };
  const address = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku203';

  it.each<[tool: string, input: Answer, problems: string[]]>([
    [
      'transfer',
      { from: 'nosuch', to: 'nobody', symbol: 'BTC', amount: TINY },
      [NOBODY, decimals('amount', 'BTC'), 'account nobody does not exist on mainnet'],
    ],
    [
      'place_order',
      { ...trader, pair: 'btcusdt', side: 'buy', price: TINY, amount: TINY },
      [NO_TRADER, decimals('amount', 'BTC'), 'price:*'],
    ],
    [
      'withdraw_btc',
      { account: 'nosuch', btc_address: address, amount: TINY },
      [NOBODY, 'btc_address:*', decimals('amount', 'BTC')],
    ],
    [
      'withdraw_collateral',
      { ...trader, btc_address: address, amount_cbtc: '0.0001' },
      [NO_TRADER, 'amount_cbtc: 0.00010000 CBTC is below the minimum*', 'btc_address:*'],
    ],
    [
      'borrow',
      { ...trader, amount_usdt: TINY, max_apr_bps: 2000, pool_id: 9 },
      [NO_TRADER, NO_POOL, decimals('amount_usdt', 'USDT')],
    ],
    [
      'borrow',
      { ...trader, amount_usdt: '79.9', max_apr_bps: 2000, pool_id: 9 },
      [NO_TRADER, NO_POOL, 'amount_usdt: 79.90000000 USDT is below the minimum of 80.00000000 USDT*'],
    ],
    ['repay', { account: 'nosuch', amount_usdt: TINY }, [NOBODY, decimals('amount_usdt', 'USDT')]],
    [
      'lend',
      { ...trader, amount_usdt: TINY, pool_id: 9 },
      [NO_TRADER, NO_POOL, decimals('amount_usdt', 'USDT')],
    ],
    ['redeem', { ...trader, amount_tpf: TINY }, [NO_TRADER, decimals('amount_tpf', 'TPF')]],
    ['redeem', { ...trader, amount_tpf: TINY, pool_id: 9 }, [NO_TRADER, NO_POOL]],
    ['cancel_redeem', { ...trader, id: 7 }, [NO_TRADER, 'id: redemption 7 is not in the queue*']],
    [
      'cancel_order',
      { ...trader, pair: 'btcusdt', order_id: 7 },
      [NO_TRADER, 'order_id: there is no open order 7 on btcusdt'],
    ],
    // Problems that follow from the missing account are not reported.
    ['cancel_order', { account: 'nosuch', pair: 'btcusdt', order_id: 7 }, [NOBODY]],
    ['cancel_redeem', { account: 'nosuch', id: 7 }, [NOBODY]],
  ])('the answer to %s with %j reports every error', async (tool, input, problems) => {
    const told = await gateway.refusal(tool, input);
    expect(told).toMatch(new RegExp(`^${problems.map(pattern).join('; ')}$`));
  });
});
