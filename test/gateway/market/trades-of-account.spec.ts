import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
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
    node.override = (route, body, response) => {
      if (route === '/v1/chain/get_account') {
        json(response, 200, accountRow);
        return true;
      }
      if (route !== '/v1/chain/get_table_rows') return false;
      const query = JSON.parse(body) as Record<string, string>;
      if (query['table'] !== 'history2') return false;
      asked.push(query);
      const newest = Number(query['upper_bound'] ?? TRADES);
      const count = Math.min(Number(query['limit']), newest);
      const rows = Array.from({ length: count }, (_, index) => tradeRow(newest - index));
      const next = newest - count;
      json(response, 200, { rows, more: next > 0, next_key: next > 0 ? String(next) : '' });
      return true;
    };
    gateway = await startGateway(node.url);
  });
  afterAll(async () => {
    await gateway.close();
    await node.stop();
  });

  const tradeRow = (id: number) => ({
    ...{ id, pair: 'btcusdt', seller: OWN.includes(id) ? 'alice' : 'bob', buyer: 'carol' },
    ...{ price: '80000.00000000', baseAsset: '0.00100000 BTC', quoteAsset: '80.00000000 USDT' },
    ...{ timestamp: '1772366400500', type: 'sell', blockNumber: id },
  });
  const limits = { used: 0, available: 0, max: 0 };
  const accountRow = {
    ...{ account_name: 'alice', created: '2026-11-21T12:00:00.000', ram_quota: -1, ram_usage: 0 },
    ...{ cpu_limit: limits, net_limit: limits, permissions: [] },
  };

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
