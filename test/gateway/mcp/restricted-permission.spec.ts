import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { PrivateKey } from '@wharfkit/antelope';
import type { ActionInput } from '../../harness/node/test-chain';
import { expireReadCache } from '../../harness/gateway/start-gateway';
import { Market } from '../../harness/gateway/market';
import type { Proposal } from '../../harness/gateway/test-gateway';
import { answerOf, refusalOf } from '../../harness/gateway/gateway-client';

describe('the permission that set_up_restricted_permission describes', () => {
  let market: Market;
  const key = PrivateKey.generate('K1');
  beforeAll(async () => {
    market = await Market.start();
    const client = new Client({ name: 'mcp-spec', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${market.gateway.url}/mcp`)));
    const { messages } = await client.getPrompt({
      name: 'set_up_restricted_permission',
      arguments: {
        ...{ account: 'alice', permission: 'trader', capabilities: 'trade' },
        public_key: String(key.toPublic()),
      },
    });
    await client.close();
    const { text } = messages[0]!.content as { text: string };
    await market.registerFeeders('alice', 'bob', 'carol');
    await market.feed({ alice: '80000', bob: '80000', carol: '80000' });
    await market.act('alice', JSON.parse(/```json\n(.*?)\n```/s.exec(text)![1]!) as ActionInput[]);
    expireReadCache();
  });
  afterAll(() => market.close());

  const relay = (proposal: Proposal) => market.gateway.relaySigned(proposal, String(key), 'accepted');

  it('the restricted permission has exactly the links of the capability', async () => {
    const { permissions } = await market.gateway.read('get_account', { account: 'alice' });
    const trader = (permissions as { name: string }[]).find(({ name }) => name === 'trader');
    expect(trader).toMatchObject({
      parent: 'active',
      threshold: 1,
      keys: [{ key: String(key.toPublic()), weight: 1 }],
    });
    const { linked_actions } = trader as unknown as { linked_actions: object[] };
    expect(linked_actions).toHaveLength(4);
    expect(linked_actions).toEqual(
      expect.arrayContaining([
        { contract: 'btc.token', action: 'transfer' },
        { contract: 'usdt.token', action: 'transfer' },
        { contract: 'eosio.token', action: 'transfer' },
        { contract: 'dex', action: 'cancelorder' },
      ]),
    );
  });

  it('the restricted permission places and cancels an order', async () => {
    const order = { account: 'alice', pair: 'btcusdt', side: 'sell', price: '90000', amount: '0.001' };
    const placed = await market.gateway.compose('place_order', { ...order, permission: 'trader' });
    expect(placed.simulation).toMatchObject({ status: 'ok', error: null });
    expect(await answerOf(relay(placed))).toMatchObject({ status: 'pending' });
    expireReadCache();
    const { orders } = await market.gateway.read('get_orders', { account: 'alice' });
    const { id, pair } = (orders as { id: number; pair: string }[])[0]!;
    const cancel = { account: 'alice', pair, order_id: id, permission: 'trader' };
    expect(await answerOf(relay(await market.gateway.compose('cancel_order', cancel)))).toMatchObject({
      status: 'pending',
    });
  });

  it.each([
    ['borrow', { amount_usdt: '1000', max_apr_bps: 2000 }],
    ['setup_vault', {}],
    ['cancel_loan_request', {}],
  ])('the restricted permission cannot %s', async (tool, more) => {
    const proposal = await market.gateway.compose(tool, { account: 'alice', permission: 'trader', ...more });
    expect(proposal.simulation).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('irrelevant authority') as string,
    });
    expect(await refusalOf(relay(proposal))).toContain('irrelevant authority');
  });
});
