import { expireReadCache } from '../../harness/gateway/start-gateway';
import type { Answer } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { TestGateway, units } from '../../harness/gateway/test-gateway';

const PRICE = '80000';
const FOUR_MINUTES = 240;
const SIX_MINUTES = 360;
const THREE_DAYS = 72 * 3600;
const BITCOIN_ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

describe.each(SURFACES)('borrowing over %s', (_surface, over) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    gateway.call = over(gateway.url);
    await gateway.admin('price', { price: PRICE });
  });
  afterAll(() => gateway.close());

  const loans = (input: Answer = {}) => gateway.read('get_loans', input);
  const active = async (account: string) => (await loans({ account }))['active'] as Answer[];
  const queued = async (account: string) => (await loans({ account }))['queued'] as Answer[];
  const history = async (account: string) =>
    (await loans({ account, include_completed: true }))['history'] as Answer[];
  const vault = (account: string) => gateway.read('get_vault', { account });

  async function fundVault(account: string, amount: string): Promise<void> {
    await gateway.execute('setup_vault', { account });
    await gateway.admin('mine-bitcoin');
    await gateway.payBitcoin((await vault(account))['btc_address'], amount);
  }

  it('a vault gets its name from the service and its Bitcoin address from the bridge', async () => {
    const none = await vault('alice');
    expect(none).toEqual({
      head_block_num: none['head_block_num'],
      ...{ network: 'mainnet', account: 'alice', vault_name: null, btc_address: null },
      ...{ cbtc_balance: '0.00000000', max_ltv_bps: 7000, borrowable_usdt: '0.00000000' },
      ...{ withdrawable_cbtc: '0.00000000', liquidation_price: null },
    });
    const setup = await gateway.execute('setup_vault', { account: 'alice', permission: 'agent' });
    const name = setup['vault_name'];
    expect(name).toMatch(/^[a-z1-5]{7}\.loan$/);
    expect(setup.actions.map((action) => [action.name, action.data])).toEqual([
      ['createvault', { owner: 'alice', vault: name }],
      ['genaddr', { owner: 'alice', vault: name }],
    ]);
    expect(setup.summary).toHaveLength(2);
    expect(await vault('alice')).toMatchObject({ vault_name: name, btc_address: null });
    await gateway.admin('mine-bitcoin');
    const { btc_address: address } = await vault('alice');
    expect(address).toMatch(/^bcrt1q/);
    await gateway.payBitcoin(address, '0.5');
    expect(await vault('alice')).toMatchObject({ vault_name: name, cbtc_balance: '0.50000000' });
    expect(await gateway.balance('alice', 'CBTC')).toBe(50_000_000n);
    expect(await gateway.refusal('setup_vault', { account: 'alice' })).toBe(
      `account: alice has a vault already: ${String(name)}`,
    );
  });

  it('borrow opens a loan at once when the rate is below the cap', async () => {
    const before = await gateway.balance('alice', 'USDT');
    const proposal = await gateway.execute('borrow', {
      ...{ account: 'alice', amount_usdt: '10000.00000001', max_apr_bps: 2000, permission: 'agent' },
    });
    expect(proposal.actions.map((action) => [action.account, action.name])).toEqual([
      ['loan', 'borrowvar'],
      ['loan', 'processqueue'],
    ]);
    expect(proposal.summary).toEqual([
      'alice borrows 10000.00000001 USDT from pool 6 against the collateral in its vault, at a variable rate. It is ' +
        'lent while the rate after the loan is at most 20.00 %; otherwise it is queued. At this moment it is lent ' +
        'immediately: the rate after the loan is 1.21 %.',
      'The lending contract goes through its queues of loan requests and redemptions.',
    ]);
    expect(await gateway.balance('alice', 'USDT')).toBe(before + 1_000_000_000_001n);
    const [loan] = await active('alice');
    expect(loan).toEqual({
      ...{ id: 1, account: 'alice', pool_id: 6, principal_usdt: '10000.00000001' },
      liquidatable_at: null,
      outstanding_usdt: expect.stringMatching(/^10000\.0\d{7}$/) as string,
      payoff_usdt: expect.stringMatching(/^10000\.0\d{7}$/) as string,
      // 10000 of 300000: 3.33 % of 80 % of the way from 100 to 600 bps, rounded up
      ...{ apr_bps: 121, collateral_cbtc: '0.50000000', ltv_bps: 2501, status: 'in_progress' },
      opened_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      current_apr_bps: 121,
      liquidation_price: expect.stringMatching(/^25000\.0\d{7}$/) as string,
    });
    expect(await gateway.read('get_pool_stats')).toMatchObject({
      pools: expect.arrayContaining([
        expect.objectContaining({
          ...{
            pool_id: 6,
            share_symbol: 'TPF',
            utilization_bps: 333,
            borrow_apr_bps: 121,
            supply_apr_bps: 4,
          },
        }),
      ]) as unknown,
      oracle: { price: '80000.00000000', stale: false },
    });
    expect((await loans())['active']).toEqual([expect.objectContaining({ account: 'alice' })]);
    expect(
      await gateway.executionError('borrow', { account: 'alice', amount_usdt: '100', max_apr_bps: 2000 }),
    ).toBe('lending: account has a loan already');
  });

  it('withdraw_collateral succeeds while the loan stays safe', async () => {
    const withdraw = { account: 'alice', btc_address: BITCOIN_ADDRESS };
    expect(await gateway.executionError('withdraw_collateral', { ...withdraw, amount_cbtc: '0.4' })).toBe(
      'lending: withdrawal would breach LTV',
    );
    const { summary } = await gateway.execute('withdraw_collateral', {
      ...withdraw,
      amount_cbtc: '0.10000001',
    });
    expect(summary).toEqual([
      `alice withdraws 0.10000001 CBTC of its vault to the Bitcoin address ${BITCOIN_ADDRESS}: the bridge takes a ` +
        'fee of 0.00050001 CBTC, 0.09950000 CBTC arrives as BTC.',
    ]);
    expect(await vault('alice')).toMatchObject({ cbtc_balance: '0.39999999' });
    await gateway.admin('mine-bitcoin');
    await gateway.admin('mine-bitcoin', { count: 3 });
    const { rows } = await gateway.read('get_table_rows', {
      ...{ code: 'vaults', scope: 'completed', table: 'ptxhistory' },
    });
    // The bridge charged the amounts of the summary.
    expect(rows).toEqual([
      expect.objectContaining({ tx_fee: '0.00050001 CBTC', net_amount: '0.09950000 CBTC' }),
    ]);
  });

  it('get_loans returns no LTV, and borrow opens no loan, with a stale price', async () => {
    await gateway.advanceTime(SIX_MINUTES);
    expect(await active('alice')).toEqual([
      expect.objectContaining({ ltv_bps: null, status: 'in_progress' }),
    ]);
    expect(await gateway.read('get_pool_stats')).toMatchObject({ oracle: { stale: true } });
    const asked = { account: 'bob', amount_usdt: '1000', max_apr_bps: 2000 };
    expect(await gateway.refusal('borrow', asked)).toMatch(
      /^price of btcusd is stale \([3-9]\d\d s old\): not used for collateral math; retry when it is fresh$/,
    );
    await gateway.admin('price', { price: PRICE });
    expect(await active('alice')).toEqual([expect.objectContaining({ ltv_bps: 3126 })]);
    await gateway.advanceTime(FOUR_MINUTES);
    expect((await gateway.compose('borrow', asked)).simulation.error).toBe('lending: account has no vault');
  });

  it('borrow refuses amounts worth less than 0.001 BTC at the current price', async () => {
    await gateway.admin('price', { price: '80000.00000999' });
    const asked = { account: 'bob', max_apr_bps: 2000 };
    expect(await gateway.refusal('borrow', { ...asked, amount_usdt: '80' })).toBe(
      'amount_usdt: 80.00000000 USDT is below the minimum of 80.00000001 USDT, the value of 0.001 BTC at the ' +
        'oracle price',
    );
    // The simulation gets past the minimum; that the contract draws the line at the same unit, its spec shows.
    const { simulation } = await gateway.compose('borrow', { ...asked, amount_usdt: '80.00000001' });
    expect(simulation.error).toBe('lending: account has no vault');
    await gateway.admin('price', { price: PRICE });
  });

  it('a loan ends after partial repayments, and the excess is returned', async () => {
    await gateway.execute('repay', { account: 'alice', amount_usdt: 4000, permission: 'agent' });
    const [loan] = await active('alice');
    expect(loan!['outstanding_usdt']).toMatch(/^6000\.\d{8}$/);
    const before = await gateway.balance('alice', 'USDT');
    const { summary } = await gateway.execute('repay', { account: 'alice', amount_usdt: '7000.12345678' });
    expect(summary).toEqual(['alice pays 7000.12345678 USDT (of usdt.token) toward its loan.']);
    const paid = before - (await gateway.balance('alice', 'USDT'));
    expect(paid >= units(loan!['outstanding_usdt']) && paid < 600_100_000_000n).toBe(true);
    expect(await active('alice')).toEqual([]);
    expect(await history('alice')).toEqual([
      {
        ...{ id: 1, account: 'alice', pool_id: 6, principal_usdt: '10000.00000001' },
        ...{ outstanding_usdt: '0.00000000', apr_bps: expect.any(Number) as number, status: 'repaid' },
        opened_at: expect.stringMatching(/Z$/) as string,
        ended_at: expect.stringMatching(/Z$/) as string,
        liquidation: null,
      },
    ]);
    expect(await gateway.executionError('repay', { account: 'alice', amount_usdt: '1' })).toBe(
      'lending: account has no loan to repay',
    );
  });

  it('borrow queues a request while the rate is above the cap, and the request can be canceled', async () => {
    await fundVault('bob', '1');
    expect(await gateway.executionError('cancel_loan_request', { account: 'bob' })).toBe(
      'lending: account has no queued loan request',
    );
    const before = await gateway.balance('bob', 'USDT');
    const asked = { account: 'bob', amount_usdt: '30000', max_apr_bps: 150 };
    const [summary] = (await gateway.execute('borrow', asked)).summary;
    expect(summary).toMatch(
      /At this moment it would be queued: the rate after the loan is \d+\.\d\d %, which is more\.$/,
    );
    expect(await active('bob')).toEqual([]);
    expect(await queued('bob')).toEqual([
      {
        ...{ id: 2, account: 'bob', pool_id: 6, amount_usdt: '30000.00000000', max_apr_bps: 150 },
        requested_at: expect.stringMatching(/Z$/) as string,
      },
    ]);
    expect((await loans())['queued']).toHaveLength(1);
    await gateway.execute('cancel_loan_request', { account: 'bob' });
    expect(await queued('bob')).toEqual([]);
    expect(await gateway.balance('bob', 'USDT')).toBe(before);
    expect(await history('bob')).toEqual([expect.objectContaining({ id: 2, status: 'cancelled' })]);
  });

  it('a queued loan opens when the rate falls below the cap', async () => {
    const before = await gateway.balance('bob', 'USDT');
    await gateway.execute('borrow', { account: 'bob', amount_usdt: '30000.5', max_apr_bps: 150 });
    expect(await queued('bob')).toHaveLength(1);
    // 30000 of 600000 instead of 300000: 132 bps instead of 163.
    await gateway.execute('lend', { account: 'carol', amount_usdt: '300000' });
    expect(await queued('bob')).toEqual([]);
    expect(await active('bob')).toEqual([expect.objectContaining({ id: 3, apr_bps: 132 })]);
    expect(await gateway.balance('bob', 'USDT')).toBe(before + 3_000_050_000_000n);
  });

  it('get_loans reports a loan as warning, at risk and liquidating while the price falls, and then as ended', async () => {
    const status = async () => (await active('bob')).map((loan) => [loan['status'], loan['ltv_bps']]);
    // The contract writes a status down when an action makes it review the loan, as every deposit does.
    const look = (amount_usdt: string) => gateway.execute('lend', { account: 'carol', amount_usdt });
    expect(await status()).toEqual([['in_progress', 3751]]);
    await gateway.admin('price', { price: '42000' });
    expect(await status()).toEqual([['in_progress', 7143]]);
    await look('1');
    expect(await status()).toEqual([['warning', 7143]]);
    expect((await active('bob'))[0]).toMatchObject({ liquidatable_at: null });
    await gateway.admin('price', { price: '37000' });
    await look('2');
    expect(await status()).toEqual([['at_risk', 8109]]);
    const timers = await gateway.read('get_table_rows', {
      ...{ code: 'loan', scope: 'liquidating', table: 'liquidation' },
    });
    const [{ liquidates_at }] = timers['rows'] as [Answer];
    const liquidatable_at = `${String(liquidates_at)}.000Z`;
    expect((await active('bob'))[0]).toMatchObject({ liquidatable_at });
    const { active: all } = await gateway.read('get_loans', { detail: 'concise' });
    expect(all).toEqual(
      expect.arrayContaining([expect.objectContaining({ account: 'bob', liquidatable_at })]),
    );
    const { loans: valued } = await gateway.read('get_portfolio', { account: 'bob' });
    expect(valued).toMatchObject([{ status: 'at_risk', liquidatable_at }]);
    await gateway.advanceTime(THREE_DAYS, '37000');
    await look('3');
    expect(await status()).toEqual([['liquidating', expect.any(Number)]]);
    expect((await active('bob'))[0]).toMatchObject({ liquidatable_at });
    await look('4');
    expect(await status()).toEqual([]);
    const [over] = await history('bob');
    expect(over).toMatchObject({ id: 3, status: 'liquidated', outstanding_usdt: '0.00000000' });
    // The collateral that the debt did not need still belongs to the borrower.
    const { cbtc_balance } = await vault('bob');
    expect(units(cbtc_balance) > 18_000_000n && units(cbtc_balance) < 19_000_000n).toBe(true);
    await gateway.admin('price', { price: PRICE });
  });

  it('borrow is refused for a permission that may trade but not borrow', async () => {
    await grantTrader(gateway);
    const asked: Answer = { account: 'alice', amount_usdt: '1000', max_apr_bps: 2000, permission: 'trader' };
    const proposal = await gateway.compose('borrow', asked);
    expect(proposal.simulation.status).toBe('failed');
    expect(proposal.simulation.error).toContain('irrelevant authority');
    const order = await gateway.compose('place_order', {
      ...{ account: 'alice', pair: 'btcusdt', side: 'buy', price: '70000', amount: '0.001' },
      permission: 'trader',
    });
    expect(order.simulation).toMatchObject({ status: 'ok', error: null });
  });
});

/** A permission of alice that is linked to the exchange and to the tokens it trades, and to nothing of lending. */
async function grantTrader(gateway: TestGateway): Promise<void> {
  const auth = {
    ...{ threshold: 1, accounts: [], waits: [] },
    keys: [{ key: String(gateway.chain.keyOf('alice', 'agent').toPublic()), weight: 1 }],
  };
  const act = (name: string, data: Record<string, unknown>) => ({
    ...{ account: 'eosio', name, data },
    authorization: [{ actor: 'alice', permission: 'active' }],
  });
  const link = (code: string, type: string) =>
    act('linkauth', { account: 'alice', code, type, requirement: 'trader' });
  const { status, text } = await gateway.chain.transact(
    [
      act('updateauth', { account: 'alice', permission: 'trader', parent: 'active', auth }),
      link('dex', 'cancelorder'),
      link('btc.token', 'transfer'),
      link('usdt.token', 'transfer'),
    ],
    [gateway.chain.keyOf('alice')],
  );
  if (status !== 202) throw new Error(text);
  expireReadCache();
}
