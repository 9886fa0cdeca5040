import { expireReadCache } from '../../harness/gateway/start-gateway';
import { SURFACES } from '../../harness/gateway/surfaces';
import { Market } from '../../harness/gateway/market';

interface Level {
  price: string;
  amount: string;
  total: string;
  orders: number;
}
interface Book {
  bids: Level[];
  asks: Level[];
  best_bid: string | null;
  best_ask: string | null;
  spread: string | null;
  truncated: boolean;
  levels: { bids: number | null; asks: number | null };
  depth_within: { within_bps: number; bids: string | null; asks: string | null }[];
}
interface Trade {
  id: number;
  price: string;
  amount: string;
  time: string;
}

const ORDERS = 600;
/** Scattered over 151 prices; the best of all is among the last hundred, which a page does not reach. */
const priceOf = (id: number): bigint => (id === 599 ? 70_000n : 80_000n + BigInt((id * 89) % 151));
const decimals8 = (units: bigint) =>
  `${units / 100_000_000n}.${String(units % 100_000_000n).padStart(8, '0')}`;
/** The smallest amounts that differ: order 0 sells 0.00010000, the next 0.00010001. */
const amountOf = (id: number): bigint => 10_000n + BigInt(id);

describe.each(SURFACES)('tables larger than a page over %s', (_surface, over) => {
  let market: Market;
  beforeAll(async () => {
    market = await Market.start();
    market.gateway.call = over(market.gateway.url);
    await market.order(
      'alice',
      Array.from({ length: ORDERS }, (_, id) => {
        const quantity = `${decimals8(amountOf(id))} BTC`;
        return { quantity, memo: `sell:${quantity}:${priceOf(id)}.00000000 USDT` };
      }),
    );
    await market.order('bob', [
      { quantity: '60.00000000 USDT', memo: 'buy:0.00100000 BTC:60000.00000000 USDT' },
    ]);
  });
  afterAll(() => market.close());
  afterEach(() => takes(Infinity));

  /** Limits the rows that the node returns at once; the read cache of the gateway has expired. */
  function takes(maxRows: number): void {
    market.node.maxRows = maxRows;
    expireReadCache();
  }

  /** The top levels of a book of the first `count` sells, computed from the orders alone. */
  function expectedAsks(count: number, depth: number): Level[] {
    const ids = Array.from({ length: count }, (_, id) => id);
    const prices = [...new Set(ids.map(priceOf))].sort((left, right) => Number(left - right)).slice(0, depth);
    return prices.map((price) => {
      const there = ids.filter((id) => priceOf(id) === price).map(amountOf);
      const amount = there.reduce((sum, one) => sum + one, 0n);
      return {
        price: `${price}.00000000`,
        amount: decimals8(amount),
        total: decimals8(amount * price),
        orders: there.length,
      };
    });
  }
  const book = async (depth = 200) =>
    (await market.gateway.read('get_orderbook', { pair: 'btcusdt', depth })) as unknown as Book;

  it('market tools return the best prices of the whole book, truncated beyond 500 orders', async () => {
    const { asks, bids, best_ask, best_bid, spread, truncated, levels } = await book();
    expect(truncated).toBe(true);
    expect(asks).toEqual(expectedAsks(ORDERS, 200));
    expect(levels).toEqual({ bids: 1, asks: asks.length });
    expect([best_ask, best_bid, spread]).toEqual(['70000.00000000', '60000.00000000', '10000.00000000']);
    expect(bids).toMatchObject([{ price: '60000.00000000', amount: '0.00100000', orders: 1 }]);
  });

  it('market tools return the same when a node stops early and the read is continued', async () => {
    const whole = await book(37);
    takes(100);
    expect(await book(37)).toEqual(whole);
    expect(whole.asks).toEqual(expectedAsks(ORDERS, 37));
  });

  it('market tools return exact levels, the last one as at least what was read, and null counts when a node stops early too often', async () => {
    takes(10);
    const { asks, bids, best_ask, truncated, levels, depth_within } = await book();
    expect(truncated).toBe(true);
    expect(best_ask).toBe('70000.00000000');
    expect(asks.length).toBeGreaterThan(10);
    const [last, ...whole] = expectedAsks(ORDERS, asks.length).reverse();
    expect(asks.slice(0, -1)).toEqual(whole.reverse());
    expect(asks.at(-1)).toMatchObject({ price: last!.price, at_least: true });
    expect(asks.at(-1)!.orders).toBeLessThanOrEqual(last!.orders);
    expect([bids.length, levels]).toEqual([1, { bids: 1, asks: null }]);
    expect(depth_within[0]).toEqual({ within_bps: 10, bids: '0.00000000', asks: '0.00000000' });
  });

  it('market tools return an order of an account behind the first 500', async () => {
    const orders = await market.gateway.read('get_orders', { account: 'bob' });
    expect(orders).toMatchObject({
      orders: [{ pair: 'btcusdt', side: 'buy', price: '60000.00000000' }],
      truncated: false,
    });
    const ofAlice = await market.gateway.read('get_orders', { account: 'alice', pair: 'btcusdt' });
    expect(ofAlice['orders']).toHaveLength(ORDERS);
    expect(ofAlice['truncated']).toBe(false);
  });

  it('market tools return truncated orders of an account when a node stops early too often', async () => {
    takes(10);
    expect(await market.gateway.read('get_orders', { account: 'bob' })).toMatchObject({
      orders: [],
      truncated: true,
    });
  });

  it('market tools return the whole book when a node stops early within a page', async () => {
    takes(1);
    await market.order('bob', [
      { quantity: '0.00000100 BTC', memo: 'buy:100.0000 NATIVE:0.0000000100 BTC' },
      { quantity: '0.00000200 BTC', memo: 'buy:100.0000 NATIVE:0.0000000200 BTC' },
    ]);
    expect(await market.gateway.read('get_orderbook', { pair: 'nativebtc' })).toMatchObject({
      best_bid: '0.0000000200',
      truncated: false,
    });
  });

  it('market tools return the newest trades of one pair first, truncated when older ones are missing', async () => {
    // 50 trades end an order: twelve of them take 600 sells.
    for (let sweep = 0; sweep < ORDERS / 50; sweep += 1) {
      await market.order('carol', [
        { quantity: '5000.00000000 USDT', memo: 'buy:0.05000000 BTC:100000.00000000 USDT' },
      ]);
    }
    await market.order('carol', [
      { quantity: '100.0000 NATIVE', memo: 'sell:100.0000 NATIVE:0.0000000200 BTC' },
    ]);
    const answer = await market.gateway.read('get_trades', { pair: 'btcusdt', limit: 200 });
    const trades = answer['trades'] as Trade[];
    expect(answer['truncated']).toBe(true);
    expect(trades.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, index) => ORDERS - index));
    expect(trades.map(({ time }) => time)).toEqual([...trades.map(({ time }) => time)].sort().reverse());
    expect(trades[0]).toMatchObject({
      side: 'buy',
      buyer: 'carol',
      seller: 'alice',
      price: '80150.00000000',
    });
    expect(await market.gateway.read('get_trades', { pair: 'nativebtc', limit: 1 })).toMatchObject({
      trades: [
        {
          ...{ id: ORDERS + 1, price: '0.0000000200', amount: '100.0000', total: '0.00000200' },
          ...{ side: 'sell', buyer: 'bob', seller: 'carol' },
        },
      ],
      truncated: true,
    });
  });
});
