import { Networks } from '@app/networks';
import { ProfileMonitor } from '../../../apps/gateway/src/profile/profile-monitor';
import { FakeChain, nodeosError } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { TestChain } from '../../harness/node/test-chain';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { type Answer, overMcp, overRest, refusalOf } from '../../harness/gateway/gateway-client';

const ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const alice = { account: 'alice' };

/** Every tool of lending and of the bridges, with a valid input and the profile entry that it requires. */
const TOOLS: readonly (readonly [tool: string, input: Answer, entry: string])[] = [
  ['get_pool_stats', {}, 'tables.rate_curve: account loan'],
  ['get_loans', alice, 'tables.loans: account loan'],
  ['get_vault', alice, 'tables.vaults: account loan'],
  ['get_redemption_queue', alice, 'tables.redemption_queue: account loan'],
  ['borrow', { ...alice, amount_usdt: '1000', max_apr_bps: 2000 }, 'tables.pools: account loan'],
  ['cancel_loan_request', alice, 'actions.cancel_loan_request: account loan'],
  ['repay', { ...alice, amount_usdt: '1' }, 'accounts.lending: account loan'],
  ['lend', { ...alice, amount_usdt: '1' }, 'tables.pools: account loan'],
  ['redeem', { ...alice, amount_tpf: '1' }, 'tables.pools: account loan'],
  ['cancel_redeem', { ...alice, id: 1 }, 'tables.redemption_queue: account loan'],
  ['setup_vault', alice, 'accounts.lending: account loan'],
  ['get_deposit_address', alice, 'tables.deposit_addresses: account bridge'],
  ['withdraw_btc', { ...alice, btc_address: ADDRESS, amount: '0.1' }, 'accounts.btc_bridge: account bridge'],
  [
    'withdraw_collateral',
    { ...alice, btc_address: ADDRESS, amount_cbtc: '0.1' },
    'actions.withdraw_collateral: account loan',
  ],
];

describe('a chain without the lending and bridge contracts', () => {
  let chain: TestChain;
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start();
    gateway = await startGateway(chain.url);
    await gateway.app.get(ProfileMonitor).check(gateway.app.get(Networks).of('mainnet'));
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  it.each(TOOLS)('the tool %s reports the profile entry without a contract', async (tool, input, entry) => {
    expect(await refusalOf(overRest(gateway.url)(tool, input))).toBe(
      `the contract profile does not match the chain: ${entry} has no contract`,
    );
  });

  it.each(TOOLS)('the tool %s over MCP reports that testnet is not configured', async (tool, input) => {
    expect(await refusalOf(overMcp(gateway.url)(tool, { ...input, network: 'testnet' }))).toBe(
      'network testnet is not configured',
    );
  });
});

describe('setup_vault on a chain without an account of the lending contract', () => {
  it('setup_vault says that the account does not exist', async () => {
    const fake = new FakeChain('no lending account');
    fake.headBlockTime = new Date().toISOString().slice(0, -1);
    const node = await FakeNode.start(fake);
    node.override = (path, body, response) => {
      if (!path.endsWith('/get_raw_abi') || !body.includes('"loan"')) return false;
      json(response, 500, nodeosError(500, 3_060_002, 'account_query_exception', 'unknown account loan'));
      return true;
    };
    const gateway = await startGateway(node.url);
    try {
      expect(await refusalOf(overRest(gateway.url)('setup_vault', alice))).toBe(
        'the contract profile does not match the chain: accounts.lending: account loan does not exist',
      );
    } finally {
      await gateway.close();
      await node.stop();
    }
  });
});
