import { answerOf, overRest } from '../../harness/gateway/gateway-client';
import { expireReadCache, type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { type RowLimitedNode, startRowLimitedNode } from '../../harness/fake-node/row-limited-node';
import { TestGateway } from '../../harness/gateway/test-gateway';

describe('get_vault where a node stops before the first row of a table', () => {
  let gateway: TestGateway;
  let node: RowLimitedNode;
  let limited: RunningGateway;

  async function borrow(account: string, max_apr_bps: number): Promise<void> {
    await gateway.execute('setup_vault', { account });
    await gateway.admin('mine-bitcoin');
    const { btc_address } = await gateway.read('get_vault', { account });
    await gateway.payBitcoin(btc_address, '0.5');
    await gateway.execute('borrow', { account, amount_usdt: '1000', max_apr_bps });
  }

  beforeAll(async () => {
    gateway = await TestGateway.start();
    await gateway.admin('price', { price: '80000' });
    await gateway.execute('lend', { account: 'carol', amount_usdt: '10000' });
    await borrow('alice', 2000);
    await borrow('bob', 1);
    node = await startRowLimitedNode(gateway.chain.url);
    limited = await startGateway(node.url);
  });
  afterAll(async () => {
    await limited.close();
    await node.close();
    await gateway.close();
  });

  const vaultWithout = async (table: string, account: string) => {
    Object.assign(node, { table, maxRows: 0 });
    expireReadCache();
    return answerOf(overRest(limited.url)('get_vault', { account }));
  };

  it('get_vault reports an error when the loans of an account cannot be read', async () => {
    const limits = { borrowable_usdt: null, withdrawable_cbtc: null, liquidation_price: null };
    expect(await vaultWithout('loan', 'alice')).toMatchObject({ cbtc_balance: '0.50000000', ...limits });
  });

  it('get_vault returns no borrowable amount when the loan requests cannot be read', async () => {
    expect(await vaultWithout('loanqueue', 'bob')).toMatchObject({
      ...{ borrowable_usdt: null, withdrawable_cbtc: '0.50000000', liquidation_price: null },
    });
  });
});
