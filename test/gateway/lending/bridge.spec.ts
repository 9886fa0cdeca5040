import { SURFACES } from '../../harness/gateway/surfaces';
import { TestGateway } from '../../harness/gateway/test-gateway';

const ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

describe.each(SURFACES)('the bridge over %s', (_surface, over) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
    gateway.call = over(gateway.url);
  });
  afterAll(() => gateway.close());

  it('the bridge credits bitcoin sent to the deposit address of the account', async () => {
    const deposit = await gateway.read('get_deposit_address', { account: 'alice' });
    expect(deposit).toEqual({
      ...{ network: 'mainnet', account: 'alice', btc_network: 'regtest' },
      btc_address: expect.stringMatching(/^bcrt1q[a-z0-9]{38}$/) as string,
    });
    const before = await gateway.balance('alice', 'BTC');
    await gateway.payBitcoin(deposit['btc_address'], '0.12345678');
    expect(await gateway.balance('alice', 'BTC')).toBe(before + 12_345_678n);
  });

  it('get_deposit_address returns the address of an account whose name reads as a number', async () => {
    const { btc_address } = await gateway.admin('create-account', { name: '12345' });
    expect(btc_address).toMatch(/^bcrt1/);
    expect(await gateway.read('get_deposit_address', { account: '12345' })).toMatchObject({
      btc_address,
    });
  });

  it('get_deposit_address reports an account without a deposit address', async () => {
    expect(await gateway.read('get_deposit_address', { account: 'dex' })).toMatchObject({
      account: 'dex',
      btc_address: null,
    });
  });

  it('withdraw_btc sends BTC less the fees of the summary', async () => {
    const before = await gateway.balance('alice', 'BTC');
    const { actions, summary } = await gateway.execute('withdraw_btc', {
      ...{ account: 'alice', btc_address: ADDRESS.toUpperCase(), amount: '0.10000001', permission: 'agent' },
    });
    expect(actions).toEqual([
      expect.objectContaining({
        account: 'btc.token',
        data: { from: 'alice', to: 'bridge', quantity: '0.10000001 BTC', memo: ADDRESS },
      }),
    ]);
    expect(summary).toEqual([
      `alice sends 0.10000001 BTC (of btc.token) to the Bitcoin address ${ADDRESS}: the bridge takes a fee of ` +
        '0.00010001 BTC and 0.00002000 BTC for the miners, 0.09988000 BTC arrives.',
    ]);
    expect(await gateway.balance('alice', 'BTC')).toBe(before - 10_000_001n);
    await gateway.admin('mine-bitcoin');
    await gateway.admin('mine-bitcoin', { count: 3 });
    const { rows } = await gateway.read('get_table_rows', {
      ...{ code: 'bridge', scope: 'completed', table: 'ptxhistory' },
    });
    expect(rows).toEqual([
      expect.objectContaining({
        ...{ account: 'alice', btc_address: ADDRESS, tx_fee: '0.00010001 BTC', miner_fee: '0.00002000 BTC' },
        net_amount: '0.09988000 BTC',
      }),
    ]);
  });

  it('the summary of a large withdrawal states that it is reviewed', async () => {
    const large = { account: 'alice', btc_address: ADDRESS, amount: '1' };
    expect((await gateway.compose('withdraw_btc', large)).summary[0]).toMatch(
      /0\.99898000 BTC arrives\. The bridge reviews an amount this large before it sends it\.$/,
    );
  });

  it.each([
    ['0.0001', ['the bridge takes 0.00003000 BTC, 30.00 % of 0.00010000 BTC']],
    ['0.1', []],
  ])('withdraw_btc of %s BTC has the warnings %j', async (amount, messages) => {
    const { warnings } = await gateway.compose('withdraw_btc', {
      account: 'alice',
      btc_address: ADDRESS,
      amount,
    });
    expect(warnings).toEqual(messages.map((message) => ({ code: 'large_fee', message })));
  });

  it.each([
    [{ amount: '0.00009999' }, 'amount: 0.00009999 BTC is below the minimum of 0.00010000 BTC'],
    [{ btc_address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }, 'btc_address: is an address of Bitcoin mainnet'],
    [{ btc_address: `${ADDRESS.slice(0, -1)}3` }, 'btc_address: has a wrong checksum'],
    [
      { btc_address: 'alice', amount: '0.000000001' },
      'btc_address: is not a Bitcoin address; amount: "0.000000001" has 9 decimals; BTC has 8',
    ],
    [{ account: 'nosuch' }, 'account nosuch does not exist on mainnet'],
    [{ permission: 'nosuch' }, 'account alice has no permission nosuch'],
  ])('withdraw_btc is refused with %j', async (change, reason) => {
    const input = { account: 'alice', btc_address: ADDRESS, amount: '0.1', ...change };
    expect(await gateway.refusal('withdraw_btc', input)).toContain(reason);
  });

  it.each([
    [{ amount_cbtc: '0.00079999' }, 'amount_cbtc: 0.00079999 CBTC is below the minimum of 0.00080000 CBTC'],
    [
      { amount_cbtc: '0.0000001', btc_address: 'x' },
      /^amount_cbtc: 0\.00000010 CBTC is below .*; btc_address: is not a Bitcoin address$/,
    ],
    [{ btc_address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfX' }, 'btc_address: has a wrong checksum'],
    [{ account: 'nosuch' }, 'account nosuch does not exist on mainnet'],
  ])('withdraw_collateral is refused with %j', async (change, reason) => {
    const input = { account: 'alice', btc_address: ADDRESS, amount_cbtc: '0.0008', ...change };
    expect(await gateway.refusal('withdraw_collateral', input)).toMatch(reason);
  });

  it('withdraw_collateral composes a withdrawal without collateral with the error of the chain', async () => {
    const input = { account: 'alice', btc_address: ADDRESS, amount_cbtc: '0.0008' };
    expect(await gateway.executionError('withdraw_collateral', input)).toBe('lending: account has no vault');
  });
});
