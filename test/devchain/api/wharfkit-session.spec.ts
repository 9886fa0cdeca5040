import { Session } from '@wharfkit/session';
import { WalletPluginPrivateKey } from '@wharfkit/wallet-plugin-privatekey';
import { TestChain } from '../../harness/node/test-chain';

describe('wharfkit Session', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await TestChain.start();
  });
  afterAll(() => chain.close());

  const sessionOf = (actor: string, permission: string, key = chain.keyOf(actor)) =>
    new Session({
      chain: { id: chain.devchain.chain.chainId, url: chain.url },
      actor,
      permission,
      walletPlugin: new WalletPluginPrivateKey(key),
    });
  const payment = (permission: string, quantity: string) => ({
    account: 'btc.token',
    name: 'transfer',
    authorization: [{ actor: 'alice', permission }],
    data: { from: 'alice', to: 'bob', quantity, memo: `session as ${permission}` },
  });
  const balance = async () => {
    const [text] = await chain.read<string[]>('get_currency_balance', { code: 'btc.token', account: 'bob' });
    return Number.parseFloat(text!);
  };

  it('a wharfkit Session signs and sends a transfer while blocks are produced', async () => {
    const before = await balance();
    const { response, resolved } = await sessionOf('alice', 'active').transact({
      action: payment('active', '0.50000000 BTC'),
    });
    expect(response!.transaction_id).toBe(String(resolved!.transaction.id));
    expect(await balance()).toBeCloseTo(before + 0.5, 8);
  });

  it('a wharfkit Session signs with the permission agent, and an action that is not linked is refused', async () => {
    const agent = sessionOf('alice', 'agent', chain.keyOf('alice', 'agent'));
    const { response } = await agent.transact({ actions: [payment('agent', '0.25000000 BTC')] });
    expect(response!.processed.receipt.status).toBe('executed');
    const revoke = {
      account: 'eosio',
      name: 'deleteauth',
      authorization: [{ actor: 'alice', permission: 'agent' }],
      data: { account: 'alice', permission: 'active' },
    };
    await expect(agent.transact({ action: revoke })).rejects.toThrow(/action declares irrelevant authority/);
  });

  it('a wharfkit Session is refused with the key of another account', async () => {
    const stranger = sessionOf('alice', 'active', chain.keyOf('bob'));
    await expect(stranger.transact({ action: payment('active', '1.00000000 BTC') })).rejects.toThrow(
      /does not have signatures|Provided keys, permissions, and delays/,
    );
  });
});
