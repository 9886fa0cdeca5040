import type { Answer } from '../../harness/gateway/gateway-client';
import { Market } from '../../harness/gateway/market';
import { expireReadCache } from '../../harness/gateway/start-gateway';
import type { Proposal } from '../../harness/gateway/test-gateway';

const ALICE = { account: 'alice' };

interface Step {
  readonly loan: Readonly<Record<'ltv_bps_before' | 'ltv_bps_after', number>>;
}

describe('compose_plan while the price changes between the reads of its steps', () => {
  let market: Market;
  beforeAll(async () => {
    market = await Market.start();
    await market.gateway.admin('price', { price: '80000' });
    await market.gateway.execute('lend', { account: 'carol', amount_usdt: '50000' });
    await market.gateway.execute('setup_vault', ALICE);
    await market.gateway.admin('mine-bitcoin');
    await market.wait(500);
    const { btc_address } = await market.gateway.read('get_vault', ALICE);
    await market.gateway.payBitcoin(btc_address, '1');
    await market.wait(500);
  });
  afterAll(() => market.close());

  it('compose_plan states the loan of all steps at one price', async () => {
    expireReadCache();
    let isChanged = false;
    market.node.gate = async (body, ask) => {
      const answer = await ask();
      if (isChanged || !body.includes('aggfeeds')) return answer;
      isChanged = true;
      await market.gateway.admin('price', { price: '40000' });
      await market.wait(0);
      return answer;
    };
    const steps: { readonly tool: string; readonly input: Answer }[] = [
      { tool: 'borrow', input: { ...ALICE, amount_usdt: '10000', max_apr_bps: 2000 } },
      { tool: 'repay', input: { ...ALICE, amount_usdt: '1000' } },
    ];
    const { simulation } = (await market.gateway.compose('compose_plan', { steps })) as Proposal & {
      simulation: { steps: Step[] };
    };
    expect(simulation.status).toBe('ok');
    expect(simulation.steps.map(({ loan }) => [loan.ltv_bps_before, loan.ltv_bps_after])).toEqual([
      [0, 2500],
      [2500, 2250],
    ]);
  });
});
