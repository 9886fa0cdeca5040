import { expireReadCache } from '../../harness/gateway/start-gateway';
import { Market } from '../../harness/gateway/market';

/** Rows of a page of the node: with it the reads of a side end after some hundred orders. */
const PAGE = 10;
const AT_BEST = 130;

/** alice sells 0.0001 BTC many times at 79999 USDT, and 5 BTC at 80000. */
describe('a side with more orders at its best price than are read', () => {
  let market: Market;
  beforeAll(async () => {
    market = await Market.start();
    await market.gateway.admin('price', { price: '80000' });
    await market.order('alice', [
      ...Array.from({ length: AT_BEST }, () => sell('0.00010000', '79999')),
      sell('5.00000000', '80000'),
    ]);
    await market.order('bob', [
      { quantity: '79.90000000 USDT', memo: 'buy:0.00100000 BTC:79900.00000000 USDT' },
    ]);
    market.node.maxRows = PAGE;
    expireReadCache();
  });
  afterAll(() => market.close());

  const sell = (amount: string, price: string) => ({
    quantity: `${amount} BTC`,
    memo: `sell:${amount} BTC:${price}.00000000 USDT`,
  });
  const book = (input: object = {}) => market.gateway.read('get_orderbook', { pair: 'btcusdt', ...input });
  const warningsOf = async (input: { side: string; price: string; amount: string }) =>
    (await market.gateway.compose('place_order', { account: 'carol', pair: 'btcusdt', ...input })).warnings;

  it('get_orderbook returns the level at which the read ended as at least what was read of it', async () => {
    const { asks, bids, best_ask, spread, levels, depth_within } = await book();
    const [level] = asks as [{ orders: number }];
    expect(level.orders).toBeGreaterThan(PAGE);
    expect(level.orders).toBeLessThan(AT_BEST);
    expect(asks).toEqual([
      {
        ...{ price: '79999.00000000', amount: `0.0${level.orders}0000`.slice(0, 10), at_least: true },
        ...{ total: expect.any(String) as string, orders: level.orders },
      },
    ]);
    expect(bids).toEqual([
      { price: '79900.00000000', amount: '0.00100000', total: '79.90000000', orders: 1 },
    ]);
    expect([best_ask, spread, levels]).toEqual(['79999.00000000', '99.00000000', { bids: 1, asks: null }]);
    expect((depth_within as { asks: string | null }[]).map(({ asks: sold }) => sold)).toEqual(
      Array(4).fill(null),
    );
  });

  it('the concise form of get_orderbook marks the level that is not whole, and no other', async () => {
    const { asks, bids } = await book({ detail: 'concise' });
    expect(asks).toEqual([
      { price: '79999', amount: expect.stringMatching(/^0\.01\d*$/) as string, at_least: true },
    ]);
    expect(bids).toEqual([{ price: '79900', amount: '0.001' }]);
  });

  it('place_order warns that what it takes was not compared with a level that is not whole', async () => {
    expect(await warningsOf({ side: 'buy', price: '79999', amount: '0.0001' })).toEqual([
      {
        code: 'market_unknown',
        message: 'the best ask has more orders than were read: the amount was not compared with the book',
      },
    ]);
  });

  it('place_order has no warning of the size of an order that takes nothing of such a side', async () => {
    expect(await warningsOf({ side: 'buy', price: '79998', amount: '1' })).toEqual([]);
  });
});
