import { formatAmount } from '@app/antelope';
import type { Answer } from '../../harness/gateway/gateway-client';
import { TestGateway, units } from '../../harness/gateway/test-gateway';

const OUT = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const SIX_MINUTES = 360;
const oneMore = (amount: unknown) => formatAmount(units(amount) + 1n, 8);

describe('the limits get_vault returns are those of the contract, to the unit', () => {
  let gateway: TestGateway;
  const vault = (account: string) => gateway.read('get_vault', { account });

  async function fundVault(account: string, amount: string): Promise<void> {
    await gateway.execute('setup_vault', { account });
    await gateway.admin('mine-bitcoin');
    await gateway.payBitcoin((await vault(account))['btc_address'], amount);
  }

  beforeAll(async () => {
    gateway = await TestGateway.start();
    await gateway.admin('price', { price: '79876.54321' });
    await fundVault('alice', '0.0512345');
    await fundVault('bob', '0.5');
  });
  afterAll(() => gateway.close());

  it('get_vault returns limits of zero without a vault', async () => {
    const none = await vault('carol');
    expect(none).toEqual({
      head_block_num: none['head_block_num'],
      ...{ network: 'mainnet', account: 'carol', vault_name: null, btc_address: null },
      ...{ cbtc_balance: '0.00000000', max_ltv_bps: 7000, borrowable_usdt: '0.00000000' },
      ...{ withdrawable_cbtc: '0.00000000', liquidation_price: null },
    });
    const wanted = { account: 'carol', amount_usdt: '100', max_apr_bps: 2000 };
    const { summary, simulation } = await gateway.compose('borrow', wanted);
    expect(simulation).toEqual({ status: 'failed', error: 'lending: account has no vault', effects: null });
    expect(summary[0]).toMatch(/queued\. The account has no vault: nothing is lent without one\.$/);
  });

  it('borrowing exactly borrowable_usdt opens a loan; one unit more fails with the limit in the error', async () => {
    const { borrowable_usdt: most, withdrawable_cbtc, liquidation_price } = await vault('alice');
    expect(withdrawable_cbtc).toBe('0.05123450');
    expect(liquidation_price).toBeNull();
    const wanted = (amount_usdt: unknown) => ({ account: 'alice', amount_usdt, max_apr_bps: 2000 });
    expect(await gateway.executionError('borrow', wanted(oneMore(most)))).toBe(
      'lending: not enough collateral',
    );
    const [summary] = (await gateway.compose('borrow', wanted(oneMore(most)))).summary;
    expect(summary).toContain(`At most ${String(most)} USDT can be borrowed against the vault now`);
    const [queued] = (await gateway.compose('borrow', { ...wanted(most), max_apr_bps: 1 })).summary;
    const [, rate] = /it would be queued: the rate after the loan is (\d+\.\d\d) %, which is more\.$/.exec(
      queued!,
    )!;
    const bps = Number(rate!.replace('.', ''));
    const below = await gateway.compose('borrow', { ...wanted(most), max_apr_bps: bps - 1 });
    expect(below.summary[0]).toContain('it would be queued');
    // At a cap equal to the predicted rate the contract lends at once.
    const lent = await gateway.execute('borrow', { ...wanted(most), max_apr_bps: bps });
    expect(lent.summary[0]).toContain(`it is lent immediately: the rate after the loan is ${rate} %.`);
    const { active } = await gateway.read('get_loans', { account: 'alice' });
    expect(active).toMatchObject([{ principal_usdt: most, status: 'in_progress' }]);
    expect(await vault('alice')).toMatchObject({ borrowable_usdt: '0.00000000' });
    const [second] = (await gateway.compose('borrow', wanted('100'))).summary;
    expect(second).toContain('The account has a loan or a queued request already.');
  });

  it('withdrawing exactly withdrawable_cbtc succeeds; one unit more fails with the limit in the error', async () => {
    await gateway.execute('borrow', { account: 'bob', amount_usdt: '100', max_apr_bps: 2000 });
    const { withdrawable_cbtc: most } = await vault('bob');
    const wanted = (amount_cbtc: unknown) => ({ account: 'bob', amount_cbtc, btc_address: OUT });
    const refused = await gateway.compose('withdraw_collateral', wanted(oneMore(most)));
    expect(refused.simulation).toEqual({
      status: 'failed',
      error: 'lending: withdrawal would breach LTV',
      effects: null,
    });
    expect(refused.summary[0]).toContain(`At most ${String(most)} CBTC can be withdrawn now.`);
    await gateway.execute('withdraw_collateral', wanted(most));
    expect(await vault('bob')).toMatchObject({ withdrawable_cbtc: '0.00000000' });
  });

  it('a loan is at risk at the liquidation_price of get_vault, and not above it', async () => {
    const [loan] = (await gateway.read('get_loans', { account: 'alice' }))['active'] as Answer[];
    const { liquidation_price: price } = await vault('alice');
    expect(units(price) - units(loan!['liquidation_price'])).toBeLessThan(1_000_000n);
    expect(loan!['current_apr_bps']).toEqual(expect.any(Number));
    const statusAt = async (at: bigint) => {
      await gateway.admin('price', { price: formatAmount(at, 8) });
      const lent = { account: 'carol', amount_usdt: '1' };
      await gateway.execute('lend', lent);
      const { active } = await gateway.read('get_loans', { account: 'alice' });
      return (active as Answer[])[0]!['status'];
    };
    expect(await statusAt(units(price) + 10_000_000n)).toBe('warning');
    expect(await statusAt(units(price))).toBe('at_risk');
  });

  it('get_vault returns null for limits that depend on a stale price', async () => {
    await gateway.advanceTime(SIX_MINUTES);
    expect(await vault('alice')).toMatchObject({
      ...{ borrowable_usdt: '0.00000000', withdrawable_cbtc: null },
      liquidation_price: expect.any(String) as string,
    });
    await fundVault('carol', '0.5');
    expect(await vault('carol')).toMatchObject({
      ...{ borrowable_usdt: null, withdrawable_cbtc: '0.50000000', liquidation_price: null },
    });
  });
});
