import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { type Answer, answerOf, overRest } from '../../harness/gateway/gateway-client';
import { Market } from '../../harness/gateway/market';
import { expireReadCache, type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { transfer } from '../../harness/node/test-chain';

const PAIR = '  tpfusdt: { name: tpfusdt, base: TPF, quote: USDT, price_decimals: 8 }\n';
const SELL = {
  ...{ identifier: 1, account: 'bob', price: '1.02000000', type: 'sell' },
  ...{ baseAsset: '400.00000000 TPF', quoteAsset: '408.00000000 USDT' },
};

/** The development profile with a pair of the shares of pool 6. */
function profileWithPairOfShares(): string {
  const text = readFileSync(developmentProfileFile(), 'utf8')
    .replace(/^affected_set: .*$/m, 'affected_set: null')
    .replace(/^pairs:\n/m, `pairs:\n${PAIR}`);
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'shares-')), 'profile.yaml');
  writeFileSync(file, text);
  return file;
}

/** bob has shares of pool 6, of which nothing is lent out; the exchange of the development chain has no pair of shares, so its rows are made. */
describe('get_portfolio where the shares of a pool are traded', () => {
  let market: Market;
  let gateway: RunningGateway;
  beforeAll(async () => {
    market = await Market.start();
    await market.gateway.admin('price', { price: '80000' });
    await market.order('alice', [
      { quantity: '0.00000100 BTC', memo: 'buy:100.0000 NATIVE:0.0000000100 BTC' },
    ]);
    market.node.rows.set('tpfusdt', []);
    gateway = await startGateway(market.node.url, profileWithPairOfShares());
  });
  afterAll(async () => {
    await gateway.close();
    await market.close();
  });

  const portfolio = async (): Promise<Answer> => {
    expireReadCache();
    return answerOf(overRest(gateway.url)('get_portfolio', { account: 'bob' }));
  };

  it('get_portfolio counts shares that an open order locks, and the net worth is that of before the order', async () => {
    const before = await portfolio();
    expect(before['lent']).toMatchObject([
      { pool_id: 6, amount: '100000.00000000', locked: '0.00000000', value_usdt: '100000.00000000' },
    ]);
    await market.act('bob', [transfer('bob', 'carol', '400.00000000 TPF', { token: 'pool.token' })]);
    market.node.rows.set('tpfusdt', [SELL]);
    const after = await portfolio();
    expect(after['lent']).toMatchObject([
      { pool_id: 6, amount: '99600.00000000', locked: '400.00000000', value_usdt: '100000.00000000' },
    ]);
    expect(after['not_valued']).toEqual([]);
    expect(after['net_worth_usdt']).toBe(before['net_worth_usdt']);
  });

  it('get_portfolio lists a pool of which the account has locked shares alone', async () => {
    await market.act('bob', [transfer('bob', 'carol', '99600.00000000 TPF', { token: 'pool.token' })]);
    expect((await portfolio())['lent']).toMatchObject([
      { pool_id: 6, amount: '0.00000000', locked: '400.00000000', value_usdt: '400.00000000' },
    ]);
  });
});
