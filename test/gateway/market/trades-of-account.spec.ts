import { serveTrades, tradeRow } from '../../harness/fake-node/exchange-rows';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode } from '../../harness/fake-node/fake-node';
import { answerOf, overRest, refusalOf } from '../../harness/gateway/gateway-client';
import { expireReadCache, type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { Market } from '../../harness/gateway/market';

interface Trade {
  id: number;
  buyer: string;
  seller: string;
}

describe('an account on an exchange with 600 newer trades', () => {
  let market: Market;
  beforeAll(async () => {
    market = await Market.start();
    const sell = { quantity: '100.0000 NATIVE', memo: 'sell:100.0000 NATIVE:0.0000000200 BTC' };
    const buy = { quantity: '0.00000200 BTC', memo: 'buy:100.0000 NATIVE:0.0000000200 BTC' };
    await market.order('alice', [sell]);
    await market.order('bob', [buy]);
    for (let sweep = 0; sweep < 12; sweep += 1) {
      await market.order('alice', Array<typeof sell>(50).fill(sell));
      await market.order('carol', [
        { quantity: '0.00010000 BTC', memo: 'buy:5000.0000 NATIVE:0.0000000200 BTC' },
      ]);
    }
  });
  afterAll(() => market.close());

  const read = async (input: Record<string, unknown>) => {
    const answer = await market.gateway.read('get_trades', { pair: 'nativebtc', ...input });
    return { trades: answer['trades'] as Trade[], truncated: answer['truncated'] };
  };

  it('get_trades finds a trade behind the 500 newest', async () => {
    expect((await read({ limit: 200 })).trades.some(({ buyer }) => buyer === 'bob')).toBe(false);
    const { trades, truncated } = await read({ account: 'bob' });
    expect(trades).toMatchObject([{ id: 1, buyer: 'bob', seller: 'alice' }]);
    expect(truncated).toBe(false);
  });

  it('get_trades returns the newest first and says that older ones exist when the limit is reached', async () => {
    const { trades, truncated } = await read({ account: 'alice', limit: 3 });
    expect(trades.map(({ id }) => id)).toEqual([601, 600, 599]);
    expect(truncated).toBe(true);
  });

  it('get_trades returns nothing of another pair, and refuses an unknown account', async () => {
    expect(await market.gateway.read('get_trades', { pair: 'btcusdt', account: 'bob' })).toMatchObject({
      ...{ trades: [], truncated: false },
    });
    expect(await refusalOf(market.gateway.call('get_trades', { pair: 'btcusdt', account: 'nosuch' }))).toBe(
      'account nosuch does not exist on mainnet',
    );
  });
});

describe('an account on an exchange with 6000 trades', () => {
  const TRADES = 6_000;
  const OWN = [500, 2_000];
  let node: FakeNode;
  let gateway: RunningGateway;
  const asked: Record<string, unknown>[] = [];
  beforeAll(async () => {
    node = await FakeNode.start(new FakeChain('trades'));
    serveTrades(node, TRADES, tradeOf, (query) => asked.push(query));
    gateway = await startGateway(node.url);
  });
  afterAll(async () => {
    await gateway.close();
    await node.stop();
  });

  const tradeOf = (id: number) => tradeRow(id, id, { seller: OWN.includes(id) ? 'alice' : 'bob' });

  it('get_trades reads the 5000 newest trades in ten requests and marks the answer as truncated', async () => {
    const answer = await answerOf(overRest(gateway.url)('get_trades', { pair: 'btcusdt', account: 'alice' }));
    expect(answer).toMatchObject({ trades: [{ id: 2_000 }], truncated: true });
    expect(asked).toHaveLength(10);
  });

  it('get_trades stops reading at the page that completes the limit', async () => {
    expireReadCache();
    asked.length = 0;
    await answerOf(overRest(gateway.url)('get_trades', { pair: 'btcusdt', account: 'bob', limit: 200 }));
    expect(asked).toHaveLength(1);
  });
});
