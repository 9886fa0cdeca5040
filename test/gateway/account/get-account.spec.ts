import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile, Networks } from '@app/networks';
import { ProfileMonitor } from '../../../apps/gateway/src/profile/profile-monitor';
import { TestChain } from '../../harness/node/test-chain';
import { expireReadCache, type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { Market } from '../../harness/gateway/market';
import { type Answer, answerOf, overRest, refusalOf } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';

interface Funds {
  balances: Record<string, string | null>;
  pool_shares: { pool_id: number; symbol: string; amount: string; value_usdt: string }[];
  locked: Record<string, string>;
}

/** The requests of reads from now on: a push that is watched is looked up beside them. */
function readsOf({ requests }: Market['node']): () => readonly string[] {
  const before = requests.length;
  return () => requests.slice(before).filter((path) => path !== '/v1/chain/get_transaction_status');
}

const units = (amount: string | null | undefined): bigint => BigInt(String(amount).replace('.', ''));

describe.each(SURFACES)('get_account over %s', (_surface, over) => {
  let market: Market;
  beforeAll(async () => {
    market = await Market.start();
    market.gateway.call = over(market.gateway.url);
  });
  afterAll(() => market.close());

  const fundsOf = async (account: string) =>
    (await market.gateway.read('get_account', { account })) as unknown as Funds;
  const sharesOf = async (account: string, pool: number) =>
    (await fundsOf(account)).pool_shares.find(({ pool_id }) => pool_id === pool);

  it('get_account shows the shares of every pool, and none where nothing was lent', async () => {
    const { pool_shares } = await fundsOf('bob');
    expect(pool_shares).toHaveLength(7);
    expect(pool_shares.find(({ pool_id }) => pool_id === 4)).toEqual({
      ...{ pool_id: 4, symbol: 'TPD', amount: '0.00000000', value_usdt: '0.00000000' },
    });
  });

  it('get_account shows shares of pools other than 6 with symbol and value', async () => {
    await market.gateway.execute('lend', { account: 'bob', amount_usdt: '1000', pool_id: 5 });
    expireReadCache();
    const shares = await sharesOf('bob', 5);
    const { pools } = await market.gateway.read('get_pool_stats', {});
    const { share_price } = (pools as Answer[]).find(({ pool_id }) => pool_id === 5)!;
    expect(shares).toMatchObject({ pool_id: 5, symbol: 'TPE' });
    expect(units(shares?.amount)).toBeGreaterThan(0n);
    // The price is rounded down to 8 decimals, the value only once.
    const byPrice = (units(shares?.amount) * units(String(share_price))) / 100_000_000n;
    expect(units(shares?.value_usdt) - byPrice).toBeLessThanOrEqual(
      units(shares?.amount) / 100_000_000n + 1n,
    );
    expect(units(shares?.value_usdt)).toBeGreaterThanOrEqual(byPrice);
    expect(units(shares?.value_usdt)).toBeLessThanOrEqual(units('1000.00000000'));
  });

  it('get_account repeats the shares of pool 6 as the balance of TPF', async () => {
    await market.gateway.execute('lend', { account: 'carol', amount_usdt: '250' });
    expireReadCache();
    const { balances, pool_shares } = await fundsOf('carol');
    const shares = pool_shares.find(({ pool_id }) => pool_id === 6);
    expect(shares).toMatchObject({ symbol: 'TPF', amount: balances['TPF'] });
  });

  it('get_account shows by symbol the amounts that open orders lock, and zero once they are cancelled', async () => {
    const before = await fundsOf('alice');
    expect(before.locked).toEqual({ BTC: '0.00000000', USDT: '0.00000000', NATIVE: '0.0000' });
    await market.order('alice', [
      { quantity: '0.10000000 BTC', memo: 'sell:0.10000000 BTC:90000.00000000 USDT' },
      { quantity: '70.00000001 USDT', memo: 'buy:0.00100000 BTC:70000.00001000 USDT' },
      { quantity: '0.00000100 BTC', memo: 'buy:100.0000 NATIVE:0.0000000100 BTC' },
      { quantity: '7.0000 NATIVE', memo: 'sell:7.0000 NATIVE:0.0000009000 BTC' },
    ]);
    const { balances, locked } = await fundsOf('alice');
    expect(locked).toEqual({ BTC: '0.10000100', USDT: '70.00000001', NATIVE: '7.0000' });
    for (const symbol of ['BTC', 'USDT', 'NATIVE']) {
      expect(units(balances[symbol]) + units(locked[symbol])).toBe(units(before.balances[symbol]));
    }
    const { orders } = await market.gateway.read('get_orders', { account: 'alice' });
    for (const { id, pair } of orders as { id: number; pair: string }[]) {
      await market.gateway.execute('cancel_order', { account: 'alice', pair, order_id: id });
    }
    expect((await fundsOf('alice')).locked).toEqual(before.locked);
  });

  it('get_account asks the node once about an account that does not exist', async () => {
    expireReadCache();
    const asked = readsOf(market.node);
    expect(await refusalOf(market.gateway.call('get_account', { account: 'nosuch' }))).toBe(
      'account nosuch does not exist on mainnet',
    );
    expect(asked()).toEqual(['/v1/chain/get_account']);
  });

  it('get_account takes at most 13 requests to the node for an account that exists', async () => {
    expireReadCache();
    const asked = readsOf(market.node);
    await fundsOf('alice');
    expect(asked().length).toBeLessThanOrEqual(13);
  });
});

describe('get_account on a chain without lending, exchange and one of the tokens', () => {
  let chain: TestChain;
  let gateway: RunningGateway;
  beforeAll(async () => {
    const text = readFileSync(developmentProfileFile(), 'utf8')
      .replace('contract: usdt.token', 'contract: nosuch.token')
      .replace(/^affected_set: .*$/m, 'affected_set: null');
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'profile-')), 'profile.yaml');
    writeFileSync(file, text);
    chain = await TestChain.start({ blocks: 'manual' });
    gateway = await startGateway(chain.url, file);
    await gateway.app.get(ProfileMonitor).check(gateway.app.get(Networks).of('mainnet'));
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  it('get_account shows null for tokens the chain does not have, and all other values', async () => {
    const answer = await answerOf(overRest(gateway.url)('get_account', { account: 'alice' }));
    expect(answer).toMatchObject({
      ...{ account: 'alice', pool_shares: null, locked: null },
      balances: { BTC: expect.stringMatching(/^\d+\.\d{8}$/) as string, USDT: null, CBTC: null },
    });
    expect((answer['permissions'] as Answer[]).map(({ name }) => name)).toContain('active');
  });
});
