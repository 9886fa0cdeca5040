import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile, Networks } from '@app/networks';
import { ProfileMonitor } from '../../../apps/gateway/src/profile/profile-monitor';
import { TestChain } from '../../harness/node/test-chain';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { answerOf, overRest, refusalOf } from '../../harness/gateway/gateway-client';
import { expireReadCache, type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';

/** The development profile with other names for NATIVE and its pair. */
function brandedProfile(folder: string): string {
  const text = readFileSync(developmentProfileFile(), 'utf8')
    .replace('contract: eosio.token, symbol: NATIVE', 'contract: coin.token, symbol: COIN')
    .replace('nativebtc: { name: nativebtc', 'nativebtc: { name: coinbtc')
    .replace(/^affected_set: .*$/m, 'affected_set: null');
  const file = path.join(folder, 'profile.yaml');
  writeFileSync(file, text);
  return file;
}

const ORDER = {
  identifier: 12,
  account: 'alice',
  price: '0.0000000100',
  baseAsset: '100.0000 COIN',
  quoteAsset: '0.00000100 BTC',
  type: 'buy',
};
const TRADE = {
  ...{ id: 9, pair: 'coinbtc', seller: 'bob', buyer: 'alice', price: '0.0000000100' },
  ...{ baseAsset: '100.0000 COIN', quoteAsset: '0.00000100 BTC', type: 'sell' },
  ...{ timestamp: '1772366400500', blockNumber: 4705 },
};
/** A trade of a pair that the profile knows nothing of. */
const FOREIGN = { id: 10, pair: 'goldbtc', what: 'ever' };

describe('market tools on a chain whose tokens, pairs and oracle have other names', () => {
  let node: FakeNode;
  let gateway: RunningGateway;
  let call: ReturnType<typeof overRest>;
  let rows: Record<string, unknown[]>;
  const asked: Record<string, unknown>[] = [];
  beforeAll(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'odd-chain-'));
    node = await FakeNode.start(new FakeChain('odd'));
    node.override = (route, body, response) => {
      if (route !== '/v1/chain/get_table_rows') return false;
      const query = JSON.parse(body) as Record<string, unknown>;
      asked.push(query);
      json(response, 200, { rows: rows[String(query['table'])] ?? [], more: false, next_key: '' });
      return true;
    };
    gateway = await startGateway(node.url, brandedProfile(folder));
    call = overRest(gateway.url);
  });
  afterAll(async () => {
    await gateway.close();
    await node.stop();
  });
  afterEach(expireReadCache);

  it('market tools on a chain whose tokens, pairs and oracle have other names answer with the names of the API only', async () => {
    rows = { orderbook2: [ORDER], history2: [FOREIGN, TRADE] };
    const book = await answerOf(call('get_orderbook', { pair: 'nativebtc' }));
    expect(book).toMatchObject({ pair: 'nativebtc', base: 'NATIVE', quote: 'BTC', best_bid: '0.0000000100' });
    const trades = await answerOf(call('get_trades', { pair: 'nativebtc' }));
    expect(trades).toMatchObject({ pair: 'nativebtc', trades: [{ id: 9, amount: '100.0000' }] });
    expect(JSON.stringify([book, trades])).not.toMatch(/coin/i);
    expect(asked.filter(({ table }) => table === 'orderbook2')).toMatchObject([
      { code: 'dex', scope: 'coinbtc', limit: 500 },
    ]);
    expect(asked.filter(({ table }) => table === 'history2')).toMatchObject([
      { code: 'dex', scope: 'dex', limit: 500, reverse: true },
    ]);
  });

  it('market tools fail when an order cannot be read', async () => {
    rows = { orderbook2: [ORDER, { ...ORDER, identifier: 13, price: 'cheap' }] };
    expect(await refusalOf(call('get_orderbook', { pair: 'nativebtc' }))).toBe(
      "the node's answer could not be read: table orderbook2 of dex (scope coinbtc): " +
        'row 1 price: "cheap" is not a decimal number like "12.5"',
    );
  });

  it('market tools fail when an order has a token of another symbol', async () => {
    rows = { orderbook2: [{ ...ORDER, baseAsset: '100.0000 NATIVE' }] };
    expect(await refusalOf(call('get_orderbook', { pair: 'nativebtc' }))).toContain(
      'row 0 baseAsset: "100.0000 NATIVE" is not an amount of COIN with 4 decimals',
    );
  });

  it('market tools skip trades of unknown pairs, and fail on an unreadable trade of the pair', async () => {
    rows = { history2: [FOREIGN] };
    expect(await answerOf(call('get_trades', { pair: 'btcusdt' }))).toMatchObject({ trades: [] });
    rows = { history2: [FOREIGN, { ...TRADE, seller: null }] };
    expireReadCache();
    expect(await refusalOf(call('get_trades', { pair: 'nativebtc' }))).toContain('table history2 of dex');
  });

  it('market tools on a chain whose tokens, pairs and oracle have other names return no price without a readable row of the feed', async () => {
    rows = { aggfeeds: [{ pair: 'goldusd', price: 'x' }] };
    expect(await refusalOf(call('get_btc_price', {}))).toBe(
      'the oracle has no price of btcusd on mainnet; its feeds: goldusd',
    );
    rows = { aggfeeds: [{ pair: 'btcusd', price: '80000.00000000' }] };
    expireReadCache();
    expect(await refusalOf(call('get_btc_price', {}))).toContain(
      'table aggfeeds of oracle (scope oracle): row 0 updated_at',
    );
  });
});

describe('a chain without exchange and oracle', () => {
  let chain: TestChain;
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'manual' });
    gateway = await startGateway(chain.url);
    await gateway.app.get(ProfileMonitor).check(gateway.app.get(Networks).of('mainnet'));
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  it.each([
    ['get_orderbook', { pair: 'btcusdt' }, 'tables.orders: account dex has no contract'],
    ['get_orders', { account: 'alice' }, 'tables.orders: account dex has no contract'],
    ['get_trades', { pair: 'btcusdt' }, 'tables.trades: account dex has no contract'],
    ['get_btc_price', {}, 'tables.prices: account oracle has no contract'],
    [
      'place_order',
      { account: 'alice', pair: 'btcusdt', side: 'buy', price: '1', amount: '1' },
      'accounts.exchange: account dex has no contract',
    ],
    [
      'cancel_order',
      { account: 'alice', pair: 'btcusdt', order_id: 1 },
      'actions.cancel_order: account dex has no contract',
    ],
  ])(
    '%s names the missing entry of the profile on a chain without exchange and oracle',
    async (tool, input, reason) => {
      expect(await refusalOf(overRest(gateway.url)(tool, input))).toBe(
        `the contract profile does not match the chain: ${reason}`,
      );
    },
  );
});
