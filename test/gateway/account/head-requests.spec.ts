import { Metrics } from '@app/operations';
import { Market } from '../../harness/gateway/market';
import { expireReadCache, holdTime } from '../../harness/gateway/start-gateway';

const BOB = { account: 'bob' };
/** Requests to the node of an answer that is made anew, those for the head among them. */
const TOOLS: readonly (readonly [string, object, { readonly most: number }])[] = [
  ['get_account', BOB, { most: 14 }],
  ['get_portfolio', BOB, { most: 17 }],
  ['get_loans', {}, { most: 6 }],
  ['get_loans', BOB, { most: 7 }],
  ['get_vault', BOB, { most: 12 }],
  ['get_pool_stats', {}, { most: 5 }],
  ['get_money_in_flight', BOB, { most: 13 }],
];

describe('requests to the node of answers of one block', () => {
  let market: Market;
  let release: () => void;
  beforeAll(async () => {
    market = await Market.start();
    await market.gateway.admin('price', { price: '80000.00000000' });
    await market.gateway.execute('setup_vault', BOB);
    await market.gateway.admin('mine-bitcoin');
    await market.wait(500);
    for (const [tool, input] of TOOLS) await market.gateway.read(tool, { ...input });
  });
  afterAll(() => market.close());
  beforeEach(() => {
    release = holdTime();
  });
  afterEach(() => {
    release();
  });

  /** Requests so far, without polls and the looks at a push that is watched. */
  async function sent(): Promise<{ readonly all: number; readonly heads: number }> {
    const { values: all } = await market.gateway.app.get(Metrics, { strict: false }).upstreamRequests.get();
    const values = all.filter(({ labels }) => labels['route'] !== '/v1/chain/get_transaction_status');
    const sum = (wanted: typeof all) => wanted.reduce((total, { value }) => total + value, 0);
    const heads = values.filter(({ labels }) => labels['route'] === '/v1/chain/get_info');
    return { all: sum(values), heads: sum(heads) };
  }

  it.each(TOOLS)(
    '%s of %j looks at the head twice, and an equal call asks nothing',
    async (tool, input, { most }) => {
      expireReadCache();
      const before = await sent();
      const { head_block_num } = await market.gateway.read(tool, { ...input });
      expect(head_block_num).toBe(market.gateway.chain.devchain.chain.head().num);
      const made = await sent();
      expect(made.heads - before.heads).toBe(2);
      expect(made.all - before.all).toBeLessThanOrEqual(most);
      await market.gateway.read(tool, { ...input });
      expect(await sent()).toEqual(made);
    },
  );
});
