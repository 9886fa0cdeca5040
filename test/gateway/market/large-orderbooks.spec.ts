import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { type Answer, answerOf, overRest } from '../../harness/gateway/gateway-client';
import { expireReadCache, type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { Market } from '../../harness/gateway/market';

interface Book {
  asks: { price: string; amount: string; orders: number }[];
  best_bid: string | null;
  best_ask: string | null;
  spread: string | null;
  levels: { bids: number | null; asks: number | null };
  depth_within: { within_bps: number; bids: string | null; asks: string | null }[];
  truncated: boolean;
}

const QUANTITY = '0.00010000 BTC';
const UNITS = 10_000;
const FIRST_PRICE = 90_000;

/** The development profile as of a chain without an index over prices. */
function profileWithoutPriceIndex(): string {
  const text = readFileSync(developmentProfileFile(), 'utf8')
    .replace(/ {4}price_index:\n( {6,}.*\n)+/, '')
    .replace(/^affected_set: .*$/m, 'affected_set: null');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'profile-')), 'profile.yaml');
  writeFileSync(file, text);
  return file;
}

/** One book that grows: alice sells 0.0001 BTC at 90000, 90001, ... USDT. */
describe('get_orderbook of a book larger than a page', () => {
  let market: Market;
  let withoutIndex: RunningGateway;
  let sells = 0;
  beforeAll(async () => {
    market = await Market.start();
    withoutIndex = await startGateway(market.node.url, profileWithoutPriceIndex());
  });
  afterAll(async () => {
    await withoutIndex.close();
    await market.close();
  });
  afterEach(() => {
    market.node.maxRows = Infinity;
  });

  async function growTo(count: number): Promise<void> {
    await market.order(
      'alice',
      Array.from({ length: count - sells }, (_, index) => ({
        quantity: QUANTITY,
        memo: `sell:${QUANTITY}:${FIRST_PRICE + sells + index}.00000000 USDT`,
      })),
    );
    sells = count;
  }

  /** The answer, and how many rows requests it took: the fewest of two, as a check of the profile reads rows too. */
  async function bookOf(gateway: { url: string }, depth = 200): Promise<Book & { requests: number }> {
    const [first, second] = [await readBook(gateway, depth), await readBook(gateway, depth)];
    return { ...second, requests: Math.min(first.requests, second.requests) };
  }
  async function readBook(gateway: { url: string }, depth: number): Promise<Book & { requests: number }> {
    expireReadCache();
    const tableReads = () => market.node.requests.filter((route) => route.endsWith('get_table_rows')).length;
    const before = tableReads();
    const call = overRest(gateway.url)('get_orderbook', { pair: 'btcusdt', depth });
    const book = (await answerOf(call)) as unknown as Book;
    return { ...book, requests: tableReads() - before };
  }
  const amountOf = (orders: number) => (orders * UNITS * 1e-8).toFixed(8);
  /** Sells within a distance of the mid price between a bid and the lowest ask. */
  const sellsWithin = (doubleMid: number, bps: number) =>
    Array.from({ length: sells }, (_, index) => FIRST_PRICE + index).filter(
      (price) => 20_000 * price <= doubleMid * (10_000 + bps),
    ).length;

  it('get_orderbook takes one request and is not truncated with 500 orders', async () => {
    await growTo(500);
    expect(await bookOf(market.gateway)).toMatchObject({
      ...{ best_ask: '90000.00000000', best_bid: null, spread: null, truncated: false, requests: 1 },
      levels: { bids: 0, asks: 500 },
    });
  });

  it('get_orderbook returns the same values truncated with 501 orders', async () => {
    await growTo(501);
    const { asks, ...book } = await bookOf(market.gateway);
    expect(book).toMatchObject({
      ...{ best_ask: '90000.00000000', best_bid: null, spread: null, truncated: true },
      levels: { bids: 0, asks: 501 },
    });
    expect(asks.map(({ price }) => Number(price))).toEqual(
      Array.from({ length: 200 }, (_, index) => FIRST_PRICE + index),
    );
  });

  it('get_orderbook returns the best price of an order behind 505 others, and get_orders returns that order', async () => {
    await growTo(505);
    await market.order('bob', [{ quantity: QUANTITY, memo: `sell:${QUANTITY}:80000.00000000 USDT` }]);
    for (const gateway of [market.gateway, withoutIndex]) {
      expect(await bookOf(gateway)).toMatchObject({
        ...{ best_ask: '80000.00000000', truncated: true, levels: { bids: 0, asks: 506 } },
      });
      const orders = await answerOf(overRest(gateway.url)('get_orders', { account: 'bob' }));
      expect(orders).toMatchObject({ orders: [{ price: '80000.00000000' }], truncated: false });
    }
    const [{ id }] = (await market.gateway.read('get_orders', { account: 'bob' }))['orders'] as [Answer];
    await market.gateway.execute('cancel_order', { account: 'bob', pair: 'btcusdt', order_id: id });
  });

  it('sums the depth exactly with 2000 orders, in few requests', async () => {
    await growTo(2_000);
    await market.order('bob', [
      { quantity: '89.90000000 USDT', memo: 'buy:0.00100000 BTC:89900.00000000 USDT' },
    ]);
    for (const gateway of [market.gateway, withoutIndex]) {
      const { depth_within, requests, ...book } = await bookOf(gateway);
      expect(book).toMatchObject({ spread: '100.00000000', levels: { bids: 1, asks: 2_000 } });
      expect(depth_within).toEqual(
        [10, 50, 100, 200].map((within_bps) => ({
          ...{ within_bps, bids: '0.00100000' },
          asks: amountOf(sellsWithin(90_000 + 89_900, within_bps)),
        })),
      );
      expect(requests).toBeLessThanOrEqual(6);
    }
  });

  it('get_orderbook returns best price and depth when a side has more than the 2000 orders that are read', async () => {
    await growTo(2_100);
    const { best_ask, best_bid, levels, depth_within, requests, asks } = await bookOf(market.gateway);
    expect([best_ask, best_bid, levels]).toEqual([
      ...['90000.00000000', '89900.00000000', { bids: 1, asks: null }],
    ]);
    expect(asks).toHaveLength(200);
    const within200 = sellsWithin(90_000 + 89_900, 200);
    expect(within200).toBeLessThan(2_000);
    expect(depth_within.at(-1)).toEqual({ within_bps: 200, bids: '0.00100000', asks: amountOf(within200) });
    expect(requests).toBeLessThanOrEqual(6);
  });

  it('get_orderbook returns null as best prices when not all orders were read and no price index is known', async () => {
    market.node.maxRows = 100;
    expect(await bookOf(withoutIndex)).toMatchObject({
      ...{ best_bid: null, best_ask: null, spread: null, truncated: true },
      levels: { bids: null, asks: null },
      depth_within: [10, 50, 100, 200].map((within_bps) => ({ within_bps, bids: null, asks: null })),
    });
  });
});
