import type { Answer } from '../../harness/gateway/gateway-client';
import { Market } from '../../harness/gateway/market';
import { expireReadCache } from '../../harness/gateway/start-gateway';

const SELL = [{ quantity: '0.10000000 BTC', memo: 'sell:0.10000000 BTC:80000.00000000 USDT' }];
const BUY = [{ quantity: '8000.00000000 USDT', memo: 'buy:0.10000000 BTC:80000.00000000 USDT' }];

describe('an order that is filled between two reads of an answer', () => {
  let market: Market;
  beforeAll(async () => {
    market = await Market.start();
    await market.gateway.admin('price', { price: '80000.00000000' });
  });
  afterAll(() => market.close());

  /** Fills the order of bob when an answer has his balances, and before it has his orders. */
  function fillBetweenReads(): void {
    const balances = new Set<string>();
    let onBalances: () => void = () => undefined;
    const bothBalances = new Promise<void>((resolve) => {
      onBalances = resolve;
    });
    let isFilled = false;
    market.node.gate = async (body, ask) => {
      if (!isFilled && body.includes('orderbook2') && body.includes('btcusdt')) {
        isFilled = true;
        await bothBalances;
        await market.order('carol', BUY);
      }
      const answer = await ask();
      for (const token of ['btc.token', 'usdt.token'])
        if (body.includes(`"code":"${token}","account":"bob"`)) balances.add(token);
      if (balances.size === 2) onBalances();
      return answer;
    };
  }

  async function readDuringFill(tool: string): Promise<{ during: Answer; after: Answer }> {
    await market.order('bob', SELL);
    // The check of the profile reads orders as well: it is over then.
    await market.gateway.read(tool, { account: 'bob' });
    expireReadCache();
    fillBetweenReads();
    const during = await market.gateway.read(tool, { account: 'bob' });
    expireReadCache();
    return { during, after: await market.gateway.read(tool, { account: 'bob' }) };
  }

  it('get_account shows it as filled in the balances and in the orders alike', async () => {
    const { during, after } = await readDuringFill('get_account');
    expect(during).toEqual(after);
    expect(during['head_block_num']).toBe(market.gateway.chain.devchain.chain.head().num);
    expect(during['locked']).toMatchObject({ BTC: '0.00000000' });
  });

  it('get_portfolio counts it once in the net worth', async () => {
    const { during, after } = await readDuringFill('get_portfolio');
    const { net_worth_usdt, assets, head_block_num } = during;
    expect({ net_worth_usdt, assets }).toEqual({
      net_worth_usdt: after['net_worth_usdt'],
      assets: after['assets'],
    });
    expect(head_block_num).toBe(market.gateway.chain.devchain.chain.head().num);
  });
});
