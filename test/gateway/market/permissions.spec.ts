import { answerOf, refusalOf } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { Market } from '../../harness/gateway/market';

/** Its hash is in the development profile's affected set. */
const AFFECTED_KEY = 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT';
const sell = { account: 'alice', pair: 'btcusdt', side: 'sell', price: '80000', amount: '0.001' };

describe.each(SURFACES)('trading with a permission over %s', (_surface, over) => {
  let market: Market;
  beforeAll(async () => {
    market = await Market.start();
    market.gateway.call = over(market.gateway.url);
  });
  afterAll(() => market.close());

  const system = (account: string, name: string, data: Record<string, unknown>) => ({
    account: 'eosio',
    name,
    authorization: [{ actor: account, permission: 'active' }],
    data,
  });
  const grant = (account: string, permission: string, key: string) =>
    system(account, 'updateauth', {
      ...{ account, permission, parent: 'active' },
      auth: { threshold: 1, keys: [{ key, weight: 1 }], accounts: [], waits: [] },
    });
  const link = (account: string, requirement: string, code: string, type: string) =>
    system(account, 'linkauth', { account, code, type, requirement });

  it('a permission linked to sales and cancellations sells BTC and cancels, and neither spends nor lends USDT', async () => {
    const agentKey = market.gateway.chain.keyOf('alice', 'agent');
    await market.act('alice', [
      grant('alice', 'seller', String(agentKey.toPublic())),
      link('alice', 'seller', 'btc.token', 'transfer'),
      link('alice', 'seller', 'dex', 'cancelorder'),
    ]);
    const seller = { permission: 'seller' };
    const placed = await market.gateway.compose('place_order', { ...sell, ...seller });
    expect(placed.actions[0]!.authorization).toEqual([{ actor: 'alice', permission: 'seller' }]);
    // The seller's key is the agent's.
    await answerOf(market.gateway.relay(placed, { account: 'alice', permission: 'agent' }));
    const { orders } = await market.gateway.read('get_orders', { account: 'alice' });
    const [{ id }] = orders as [{ id: number }];
    const cancelled = await market.gateway.compose('cancel_order', {
      ...{ account: 'alice', pair: 'btcusdt', order_id: id, ...seller },
    });
    expect(cancelled.summary).toEqual([
      `alice cancels order ${id} on btcusdt; what it still locks comes back.`,
    ]);
    await answerOf(market.gateway.relay(cancelled, { account: 'alice', permission: 'agent' }));
    expect(await market.gateway.read('get_orders', { account: 'alice' })).toMatchObject({ orders: [] });

    const spending = [
      await market.gateway.compose('place_order', { ...sell, side: 'buy', ...seller }),
      await market.gateway.compose('lend', { account: 'alice', amount_usdt: '100', ...seller }),
    ];
    for (const proposal of spending) {
      expect(proposal.simulation.status).toBe('failed');
      expect(
        await refusalOf(market.gateway.relay(proposal, { account: 'alice', permission: 'agent' })),
      ).toMatch(/authority|permission/);
    }
  });

  it('trading is refused for an account with a key of the affected set', async () => {
    await market.act('carol', [grant('carol', 'old', AFFECTED_KEY)]);
    const refusal = await refusalOf(market.gateway.call('place_order', { ...sell, account: 'carol' }));
    expect(refusal).toBe(
      'account carol is in the affected set (affected_set=true): it must not be operated from',
    );
  });
});
