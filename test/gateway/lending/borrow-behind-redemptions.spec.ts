import { type Answer, answerOf } from '../../harness/gateway/gateway-client';
import { Market } from '../../harness/gateway/market';
import type { Proposal } from '../../harness/gateway/test-gateway';
import { transfer } from '../../harness/node/test-chain';

/** 5 more than `lend` pays: 20 with the deposit, and 20 of the queue. */
const REDEMPTIONS = 45;
const POOL = 5;

/** Pool 5 is lent out, and bob waits with his redemptions, when alice lends enough for all of them and for a loan. */
describe('borrow while redemptions wait in a pool that can pay them and lend', () => {
  let market: Market;
  let small: Proposal;
  const act = async (tool: string, input: Answer & { account: string }): Promise<void> => {
    await market.gateway.execute(tool, input);
    await market.wait(500);
  };
  beforeAll(async () => {
    market = await Market.start();
    await market.gateway.admin('price', { price: '80000' });
    for (const account of ['alice', 'carol']) {
      await act('setup_vault', { account });
      await market.gateway.admin('mine-bitcoin', { count: 1 });
      await market.wait(500);
      const { btc_address } = await market.gateway.read('get_vault', { account });
      await market.gateway.payBitcoin(btc_address, '0.5');
      await market.wait(500);
    }
    await act('lend', { account: 'bob', amount_usdt: '1000', pool_id: POOL });
    await act('borrow', { account: 'carol', amount_usdt: '1000', max_apr_bps: 2000, pool_id: POOL });
    const redemption = transfer('bob', 'loan', '10.00000000 TPE', { memo: 'redeem:5', token: 'pool.token' });
    await market.act('bob', Array<typeof redemption>(REDEMPTIONS).fill(redemption));
    const deposit = { account: 'alice', amount_usdt: '100', pool_id: POOL };
    small = await market.gateway.compose('lend', deposit);
    await act('lend', { account: 'alice', amount_usdt: '5000', pool_id: POOL });
  });
  afterAll(() => market.close());

  const wanted = { account: 'alice', amount_usdt: '1000', max_apr_bps: 2000, pool_id: POOL };

  it('lend warns of a pool whose queue takes the deposit, however large a part of the pool it is', () => {
    expect(small.warnings).toMatchObject([{ code: 'pool_lent_out' }]);
    expect(small.warnings[0]!.message).toMatch(
      /^pool 5 is lent out: with this deposit it has 0\.0000\d+ USDT left of 1000\.\d+ USDT, after (99\.9999|100\.0000)\d+ USDT are paid/,
    );
  });

  it('the summary of borrow says what its dry run does, and no rate that the redemptions change', async () => {
    const { entries } = await market.gateway.read('get_redemption_queue', {});
    expect(entries).toHaveLength(REDEMPTIONS - 40);
    const { summary, simulation } = await market.gateway.compose('borrow', wanted);
    expect(simulation).toMatchObject({ status: 'ok', loan: { debt_after: '1000.00000000' } });
    expect(simulation.effects).toContainEqual({ account: 'alice', token: 'USDT', change: '1000.00000000' });
    expect(summary[0]).toMatch(
      / At this moment it is lent immediately by the dry run; redemptions are paid first, which raises the rate\.$/,
    );
  });

  it('the summary of a plan says of a loan in its first step what the dry run of that step does', async () => {
    const steps = [
      { tool: 'borrow', input: wanted },
      { tool: 'repay', input: { account: 'alice', amount_usdt: '500' } },
    ];
    const { summary } = await answerOf(market.gateway.call('compose_plan', { steps }));
    expect((summary as string[])[0]).toContain('it is lent immediately by the dry run;');
  });

  it('the summary of borrow does not say that it is lent where the dry run fails', async () => {
    const steps = [
      { tool: 'borrow', input: { ...wanted, pool_id: 6 } },
      { tool: 'transfer', input: { from: 'alice', to: 'bob', symbol: 'USDT', amount: '9000000000' } },
    ];
    const { summary, simulation } = await answerOf(market.gateway.call('compose_plan', { steps }));
    expect(simulation).toMatchObject({ status: 'failed' });
    const [borrow] = summary as string[];
    expect(borrow).toMatch(/otherwise it is queued\.$/);
  });
});
