import { overMcp, overRest } from '../../harness/gateway/gateway-client';
import { Market } from '../../harness/gateway/market';

const sell = (price: number) => ({
  quantity: '0.00010000 BTC',
  memo: `sell:0.00010000 BTC:${price}.00000000 USDT`,
});

describe('get_orderbook with several depths', () => {
  let market: Market;
  beforeAll(async () => {
    market = await Market.start();
    await market.order('alice', [sell(80_000), sell(80_001), sell(80_002)]);
  });
  afterAll(() => market.close());

  /** Prices asked, over REST and over MCP. */
  async function asks(pair: string, depth: number): Promise<string[][]> {
    const read = async (over: typeof overRest) => {
      const { body } = await over(market.gateway.url)('get_orderbook', { pair, depth });
      return (body['asks'] as { price: string }[]).map(({ price }) => price.replace(/\.0+$/, ''));
    };
    return [await read(overRest), await read(overMcp)];
  }

  it('each answer has as many levels as asked for, of its own pair, from the same read of a book', async () => {
    for (const depth of [2, 3, 1, 2, 2]) {
      const expected = ['80000', '80001', '80002'].slice(0, depth);
      expect(await asks('btcusdt', depth)).toEqual([expected, expected]);
      expect(await asks('nativebtc', depth)).toEqual([[], []]);
    }
  });

  it('a later answer has an order that was placed meanwhile', async () => {
    await asks('btcusdt', 1);
    await market.order('alice', [sell(79_999)]);
    expect(await asks('btcusdt', 1)).toEqual([['79999'], ['79999']]);
  });
});
