import type { Answer } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { expireReadCache } from '../../harness/gateway/start-gateway';
import { TestGateway, units } from '../../harness/gateway/test-gateway';

const BRIDGE_ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const PRICE = '80000';

describe.each(SURFACES)('the effects of lending over %s', (_surface, over) => {
  let gateway: TestGateway;
  let nowMs: number;
  beforeAll(async () => {
    // A clock that stands still: no interest between the dry run and the look at the loan.
    nowMs = Date.now();
    gateway = await TestGateway.start({ now: () => nowMs, blocks: 'manual' });
    gateway.call = over(gateway.url);
    await gateway.admin('price', { price: PRICE });
    await gateway.execute('setup_vault', { account: 'alice' });
    await gateway.admin('mine-bitcoin');
    const { btc_address } = await gateway.read('get_vault', { account: 'alice' });
    await gateway.payBitcoin(btc_address, '1');
  });
  afterAll(() => gateway.close());

  const simulationOf = async (tool: string, input: Answer & { account: string }): Promise<Answer> => {
    expireReadCache();
    const { simulation } = await gateway.execute(tool, input);
    expireReadCache();
    return simulation as unknown as Answer;
  };
  const loan = async () => {
    const { active } = (await gateway.read('get_loans', { account: 'alice' })) as { active: Answer[] };
    return active[0]!;
  };

  it('the effects of lend and redeem are the shares that the account gains and loses', async () => {
    const before = await gateway.balance('bob', 'TPF');
    const lent = await simulationOf('lend', { account: 'bob', amount_usdt: '100000' });
    const between = await gateway.balance('bob', 'TPF');
    const { pool_id, change } = lent['shares'] as Answer;
    expect([pool_id, units(change)]).toEqual([6, between - before]);
    const redeemed = await simulationOf('redeem', { account: 'bob', amount_tpf: '250' });
    const after = await gateway.balance('bob', 'TPF');
    expect(units((redeemed['shares'] as Answer)['change'])).toBe(after - between);
    expect(after).toBeLessThan(between);
  });

  it('the effects of borrow are the debt, the LTV and the liquidation price that get_loans answers afterwards', async () => {
    const wanted = { account: 'alice', amount_usdt: '20000.00000001', max_apr_bps: 2000 };
    const { loan: effect } = await simulationOf('borrow', wanted);
    const { payoff_usdt, ltv_bps, liquidation_price } = await loan();
    expect(effect).toEqual({
      debt_after: payoff_usdt,
      ltv_bps_before: 0,
      ltv_bps_after: ltv_bps,
      liquidation_price_after: liquidation_price,
    });
    expect(ltv_bps).toBe(2501);
  });

  it('the effects of withdraw_collateral are the fee of the bridge and the loan with less collateral', async () => {
    const before = await loan();
    const wanted = { account: 'alice', amount_cbtc: '0.5', btc_address: BRIDGE_ADDRESS };
    const { loan: effect, fee } = await simulationOf('withdraw_collateral', wanted);
    const after = await loan();
    expect(effect).toEqual({
      debt_after: after['payoff_usdt'],
      ltv_bps_before: before['ltv_bps'],
      ltv_bps_after: after['ltv_bps'],
      liquidation_price_after: after['liquidation_price'],
    });
    // 50 basis points of it.
    expect(fee).toEqual({ token: 'CBTC', amount: '0.00250000', arrives: '0.49750000' });
  });

  it('the effects of repay are the debt, the LTV and the liquidation price that get_loans answers afterwards', async () => {
    const before = await loan();
    const { loan: effect } = await simulationOf('repay', { account: 'alice', amount_usdt: '5000.00000001' });
    const after = await loan();
    expect(effect).toEqual({
      debt_after: after['payoff_usdt'],
      ltv_bps_before: before['ltv_bps'],
      ltv_bps_after: after['ltv_bps'],
      liquidation_price_after: after['liquidation_price'],
    });
    expect(after['payoff_usdt']).toBe('15000.00000000');
  });

  it('the effects of repay of more than the debt are no debt, and not known for exactly the debt', async () => {
    const owed = { account: 'alice', amount_usdt: '15000' };
    expect((await gateway.compose('repay', owed)).simulation).not.toHaveProperty('loan');
    const { simulation } = await gateway.compose('repay', { ...owed, amount_usdt: '15000.00000001' });
    expect(simulation).toMatchObject({
      status: 'ok',
      loan: { debt_after: '0.00000000', ltv_bps_after: 0, liquidation_price_after: null },
    });
  });

  it('the effects of a loan that would be queued, and of a dry run that fails, have no loan', async () => {
    const wanted = { account: 'alice', amount_usdt: '100', max_apr_bps: 2000 };
    const { simulation } = await gateway.compose('borrow', wanted);
    expect(simulation.status).toBe('failed');
    expect(simulation).not.toHaveProperty('loan');
    expect(simulation).not.toHaveProperty('shares');
  });

  it('the effects of repay of exactly the debt are not known by a redemption of the borrower that it fills', async () => {
    await gateway.execute('repay', { account: 'alice', amount_usdt: '15000.00000001' });
    await gateway.execute('lend', { account: 'alice', amount_usdt: '2000', pool_id: 0 });
    await gateway.execute('borrow', {
      ...{ account: 'alice', amount_usdt: '2000', max_apr_bps: 2000, pool_id: 0 },
    });
    await gateway.execute('redeem', { account: 'alice', amount_tpf: '500', pool_id: 0 });
    expireReadCache();
    const owed = { account: 'alice', amount_usdt: '2000' };
    const { simulation } = await gateway.compose('repay', owed);
    // The payment fills the redemption of alice, and nothing shows whether interest is left.
    expect(simulation).toMatchObject({
      effects: expect.arrayContaining([
        { account: 'alice', token: 'USDT', change: '-1500.00000000' },
      ]) as unknown,
    });
    expect(simulation).not.toHaveProperty('loan');
    const above = await gateway.compose('repay', { ...owed, amount_usdt: '2000.5' });
    expect(above.simulation).toMatchObject({ loan: { debt_after: '0.00000000' } });
  });

  it('the effects of repay do not take a redemption for the excess where interest of a second is left', async () => {
    // A redemption that is worth less than the payment exceeds the debt of the newest block.
    const { entries } = (await gateway.read('get_redemption_queue', { account: 'alice' })) as {
      entries: Answer[];
    };
    await gateway.execute('cancel_redeem', { account: 'alice', id: entries[0]!['id'] as number });
    await gateway.execute('redeem', { account: 'alice', amount_tpf: '0.000001', pool_id: 0 });
    await gateway.admin('produce-blocks');
    // The clock runs on, and no block was made since: each second costs more than a thousand units.
    nowMs += 2000;
    const below = { account: 'alice', amount_usdt: '2000.00000500' };
    const composed = await gateway.compose('repay', below);
    expect(composed.simulation).toMatchObject({ status: 'ok' });
    expect(composed.simulation).not.toHaveProperty('loan');
    await gateway.execute('repay', below);
    expireReadCache();
    expect(units((await loan())['payoff_usdt'])).toBeGreaterThan(0n);
    const above = await gateway.compose('repay', { account: 'alice', amount_usdt: '1' });
    expect(above.simulation).toMatchObject({ loan: { debt_after: '0.00000000' } });
  });

  it('the effects of withdraw_btc are the fee by the table of the bridge', async () => {
    const wanted = { account: 'alice', amount: '0.1', btc_address: BRIDGE_ADDRESS };
    const { summary, simulation } = await gateway.compose('withdraw_btc', wanted);
    const { fee } = simulation as unknown as { fee: { token: string; amount: string; arrives: string } };
    expect(fee.token).toBe('BTC');
    expect(units(fee.amount) + units(fee.arrives)).toBe(10_000_000n);
    expect(summary[0]).toContain(`${fee.arrives} BTC arrives`);
  });
});
