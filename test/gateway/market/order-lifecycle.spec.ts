import { type Answer, refusalOf } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { Market } from '../../harness/gateway/market';

interface Order {
  id: number;
  pair: string;
  side: string;
  price: string;
  amount: string;
  total: string;
}

describe.each(SURFACES)('orders over %s', (_surface, over) => {
  let market: Market;
  beforeAll(async () => {
    market = await Market.start();
    market.gateway.call = over(market.gateway.url);
  });
  afterAll(() => market.close());

  const place = (input: Answer & { account: string; permission?: string }) =>
    market.gateway.execute('place_order', input);
  const cancel = (input: Answer & { account: string; permission?: string }) =>
    market.gateway.execute('cancel_order', input);
  const ordersOf = async (account: string, pair?: string) =>
    (await market.gateway.read('get_orders', { account, ...(pair === undefined ? {} : { pair }) }))[
      'orders'
    ] as Order[];
  const tradesOf = async (pair: string) =>
    (await market.gateway.read('get_trades', { pair }))['trades'] as Answer[];

  it('the market tools return empty lists on an exchange without orders', async () => {
    expect(await market.gateway.read('get_orderbook', { pair: 'btcusdt' })).toEqual({
      ...{ network: 'mainnet', pair: 'btcusdt', base: 'BTC', quote: 'USDT', bids: [], asks: [] },
      ...{ best_bid: null, best_ask: null, spread: null, truncated: false, levels: { bids: 0, asks: 0 } },
      depth_within: [10, 50, 100, 200].map((within_bps) => ({ within_bps, bids: null, asks: null })),
    });
    expect(await market.gateway.read('get_orders', { account: 'alice' })).toEqual({
      ...{ network: 'mainnet', account: 'alice', orders: [], truncated: false },
    });
    expect(await market.gateway.read('get_trades', { pair: 'nativebtc' })).toEqual({
      ...{ network: 'mainnet', pair: 'nativebtc', trades: [], truncated: false, next_before_id: null },
    });
  });

  it.each([
    {
      pair: 'btcusdt',
      base: 'BTC',
      quote: 'USDT',
      sell: { price: '80000.00000001', amount: '0.00300000' },
      total: '240.00000000',
      buy: { price: 80_000.5, amount: 0.001 },
      nothing: '0.00000000',
      // 0.001 x 80000.00000001, of a sell that is worth its value rounded down
      paid: 8_000_000_000n,
      left: { amount: '0.00200000', total: '160.00000000' },
    },
    {
      pair: 'nativebtc',
      base: 'NATIVE',
      quote: 'BTC',
      sell: { price: '0.0000000123', amount: '300.0003' },
      total: '0.00000369',
      buy: { price: '0.0000000200', amount: '100.0001' },
      nothing: '0.0000',
      // 0.00000369 less what the rest of 200.0002 is worth
      paid: 123n,
      left: { amount: '200.0002', total: '0.00000246' },
    },
  ])(
    'the market tools place an order on $pair, fill it partly and return the rest when it is cancelled',
    async (row) => {
      const { pair, base, quote, sell, total, buy, paid, left, nothing } = row;
      const held = async () => ({
        alice: [
          await market.gateway.balance('alice', base),
          await market.gateway.balance('alice', quote),
        ] as const,
        bob: [await market.gateway.balance('bob', base), await market.gateway.balance('bob', quote)] as const,
      });
      const units = (amount: string) => BigInt(amount.replace('.', ''));
      const before = await held();

      const placed = await place({ account: 'alice', pair, side: 'sell', permission: 'agent', ...sell });
      expect(placed.simulation).toEqual({
        ...{ status: 'ok', error: null },
        effects: [
          { account: 'alice', token: base, change: `-${sell.amount}` },
          { account: 'dex', token: base, change: sell.amount },
        ],
        order: { filled: nothing, average_price: null, resting: sell.amount, refunded: nothing },
      });
      expect(placed.summary).toEqual([
        `alice orders on ${pair} to sell ${sell.amount} ${base} at ${sell.price} ${quote} per ${base} or better, ` +
          `which locks ${sell.amount} ${base} (of ${placed.actions[0]!.account}) with dex.`,
      ]);
      const [order] = await ordersOf('alice', pair);
      expect(order).toEqual({ id: order!.id, pair, side: 'sell', ...sell, total });
      expect(await market.gateway.read('get_orderbook', { pair, depth: 1 })).toMatchObject({
        ...{ asks: [{ ...sell, total, orders: 1 }], bids: [], best_ask: sell.price, spread: null },
      });

      // A better price than asked for: what bob locked beyond it comes back.
      await place({ account: 'bob', pair, side: 'buy', ...buy });
      expect(await ordersOf('alice')).toEqual([{ ...order, ...left }]);
      expect(await ordersOf('bob')).toEqual([]);
      const [trade] = await tradesOf(pair);
      const bought = units(sell.amount) - units(left.amount);
      expect(trade).toMatchObject({ price: sell.price, side: 'buy', buyer: 'bob', seller: 'alice' });
      expect([units(String(trade!['amount'])), units(String(trade!['total']))]).toEqual([bought, paid]);
      expect(Date.parse(String(trade!['time']))).toBeGreaterThan(Date.now() - 3_600_000);

      await cancel({ account: 'alice', pair, order_id: order!.id, permission: 'agent' });
      expect(await ordersOf('alice')).toEqual([]);
      const after = await held();
      expect(after.alice).toEqual([before.alice[0] - bought, before.alice[1] + paid]);
      expect(after.bob).toEqual([before.bob[0] + bought, before.bob[1] - paid]);
    },
  );

  it('the market tools return a spread when both sides have orders, and orders of both pairs in one answer', async () => {
    await place({ account: 'alice', pair: 'btcusdt', side: 'sell', price: '80000', amount: '0.001' });
    await place({ account: 'alice', pair: 'btcusdt', side: 'buy', price: '79000.5', amount: '0.001' });
    await place({ account: 'alice', pair: 'nativebtc', side: 'buy', price: '0.0000000001', amount: '100' });
    expect(await market.gateway.read('get_orderbook', { pair: 'btcusdt' })).toMatchObject({
      ...{ best_bid: '79000.50000000', best_ask: '80000.00000000', spread: '999.50000000' },
    });
    const orders = await ordersOf('alice');
    expect(orders.map(({ pair, side }) => [pair, side])).toEqual([
      ['btcusdt', 'sell'],
      ['btcusdt', 'buy'],
      ['nativebtc', 'buy'],
    ]);
    for (const { id, pair } of orders) await cancel({ account: 'alice', pair, order_id: id });
    expect(await ordersOf('alice')).toEqual([]);
  });

  it('the market tools compose an order above the balance with a failed simulation', async () => {
    const { simulation } = await market.gateway.compose('place_order', {
      ...{ account: 'alice', pair: 'btcusdt', side: 'sell', price: '80000', amount: '20000000' },
    });
    expect(simulation).toEqual({
      status: 'failed',
      error: expect.stringContaining('overdrawn balance') as string,
      effects: null,
    });
  });

  it('the market tools compose an order worth nothing with the error of the exchange in the simulation', async () => {
    const { simulation } = await market.gateway.compose('place_order', {
      ...{ account: 'alice', pair: 'nativebtc', side: 'sell', price: '0.0000000001', amount: '0.0001' },
    });
    expect(simulation.error).toContain('worth less than the smallest unit of BTC');
  });

  it('the market tools refuse to cancel an unknown order, one of another pair or one of another account', async () => {
    await place({ account: 'bob', pair: 'btcusdt', side: 'buy', price: '70000', amount: '0.001' });
    const [{ id }] = (await ordersOf('bob')) as [Order];
    const refusal = (input: Answer) => refusalOf(market.gateway.call('cancel_order', input));
    expect(await refusal({ account: 'alice', pair: 'btcusdt', order_id: id })).toBe(
      `order_id: order ${id} on btcusdt belongs to another account`,
    );
    expect(await refusal({ account: 'bob', pair: 'nativebtc', order_id: id })).toBe(
      `order_id: there is no open order ${id} on nativebtc`,
    );
    expect(await refusal({ account: 'bob', pair: 'btcusdt', order_id: Number.MAX_SAFE_INTEGER })).toBe(
      'order_id: there is no open order 9007199254740991 on btcusdt',
    );
    expect(await refusal({ account: 'nosuch', pair: 'btcusdt', order_id: id })).toBe(
      'account nosuch does not exist on mainnet',
    );
    expect(await refusal({ account: 'bob', pair: 'btcusdt', order_id: id, permission: 'agent' })).toBe(
      'account bob has no permission agent; it has: active, owner',
    );
    await cancel({ account: 'bob', pair: 'btcusdt', order_id: id });
  });

  it('the market tools name an unknown account, network and permission in the error', async () => {
    const order = { pair: 'btcusdt', side: 'sell', price: '80000', amount: '0.001' };
    const refusal = (tool: string, input: Answer) => refusalOf(market.gateway.call(tool, input));
    expect(await refusal('get_orders', { account: 'nosuch' })).toBe(
      'account nosuch does not exist on mainnet',
    );
    expect(await refusal('place_order', { account: 'nosuch', ...order })).toBe(
      'account nosuch does not exist on mainnet',
    );
    expect(await refusal('place_order', { account: 'alice', permission: 'trader', ...order })).toBe(
      'account alice has no permission trader; it has: active, agent, owner',
    );
    for (const [tool, input] of [
      ['get_orderbook', { pair: 'btcusdt' }],
      ['get_trades', { pair: 'btcusdt' }],
      ['get_orders', { account: 'alice' }],
      ['get_btc_price', {}],
      ['place_order', { account: 'alice', ...order }],
      ['cancel_order', { account: 'alice', pair: 'btcusdt', order_id: 1 }],
    ] as const) {
      expect(await refusal(tool, { ...input, network: 'testnet' })).toBe('network testnet is not configured');
    }
  });
});
