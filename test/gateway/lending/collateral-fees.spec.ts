import { type Proposal, TestGateway } from '../../harness/gateway/test-gateway';

const OUT = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

describe('the fees of withdraw_collateral', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await TestGateway.start();
    await gateway.admin('price', { price: '80000' });
    await gateway.execute('setup_vault', { account: 'alice' });
    await gateway.admin('mine-bitcoin');
    const { btc_address } = await gateway.read('get_vault', { account: 'alice' });
    await gateway.payBitcoin(btc_address, '1');
  });
  afterAll(() => gateway.close());

  let warned: Proposal['warnings'];
  const summaryOf = async (amount_cbtc: string) => {
    const wanted = { account: 'alice', amount_cbtc, btc_address: OUT };
    const { summary, warnings } = await gateway.compose('withdraw_collateral', wanted);
    warned = warnings;
    return summary[0];
  };

  it('the fees of withdraw_collateral follow the table of the vault bridge from the moment of its change', async () => {
    expect(await summaryOf('0.1')).toContain('a fee of 0.00050000 CBTC, 0.09950000 CBTC arrives as BTC.');
    expect(warned).toEqual([]);
    await gateway.chain.transact(
      [
        {
          account: 'vaults',
          name: 'setfees',
          authorization: [{ actor: 'vaults', permission: 'active' }],
          data: {
            tx_fee_bps: 300,
            tx_fee_min: '0.00000000 CBTC',
            tx_fee_max: '0.00500000 CBTC',
            miner_fee: '0.00010000 CBTC',
            minimum: '0.00200000 CBTC',
            review_from: '1.00000000 CBTC',
          },
        },
      ],
      [gateway.chain.keyOf('eosio')],
    );
    await gateway.admin('produce-blocks');
    expect(await summaryOf('0.1')).toContain(
      'a fee of 0.00300000 CBTC and 0.00010000 CBTC for the miners, 0.09690000 CBTC arrives as BTC.',
    );
    const message = 'the bridge takes 0.00310000 CBTC, 3.10 % of 0.10000000 CBTC';
    expect(warned).toEqual([{ code: 'large_fee', message }]);
    const below = { account: 'alice', amount_cbtc: '0.001', btc_address: OUT };
    expect(await gateway.refusal('withdraw_collateral', below)).toBe(
      'amount_cbtc: 0.00100000 CBTC is below the minimum of 0.00200000 CBTC',
    );
  });
});
