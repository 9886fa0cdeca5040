import { TestGateway } from '../../harness/gateway/test-gateway';

const BRIDGE_ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const EXPIRES = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/;

describe('a proposal', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.close());

  const transfer = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.1' };
  const composed = (change: object) => gateway.compose('transfer', { ...transfer, ...change });

  it('a proposal lists the members needed for a decision first, and extras last', async () => {
    const members = [
      'network',
      'status',
      'summary',
      'simulation',
      'warnings',
      'next',
      'expires',
      'transaction',
      'actions',
      'esr',
    ];
    expect(Object.keys(await composed({}))).toEqual(members);
    expect(Object.keys(await gateway.compose('setup_vault', { account: 'carol' }))).toEqual([
      ...members,
      'vault_name',
    ]);
  });

  it('a proposal names the key and permission that sign it, and its expiry', async () => {
    for (const permission of ['active', 'agent']) {
      const key = String(gateway.chain.keyOf('alice', permission).toPublic());
      const { next, expires } = await composed({ permission });
      expect(expires).toMatch(EXPIRES);
      expect(next).toBe(
        `Sign transaction.signing_digest with the key ${key} of alice@${permission}, then call push_transaction with ` +
          `the signatures and transaction.packed_trx before ${String(expires)}, or open \`esr\` in a wallet.`,
      );
    }
  });

  it('a proposal that would fail states not to sign it', async () => {
    const { next } = await composed({ amount: '1000000' });
    expect(next).toBe('Would fail: overdrawn balance; do not sign.');
  });

  it('a proposal of a plain transfer has the summary of the tool for the same payment', async () => {
    const [plain] = (await composed({ to: 'bridge', memo: BRIDGE_ADDRESS })).summary;
    const wanted = { account: 'alice', amount: '0.1', btc_address: BRIDGE_ADDRESS };
    expect((await gateway.compose('withdraw_btc', wanted)).summary).toEqual([plain]);
    expect(plain).toContain('arrives.');

    const order = { account: 'alice', pair: 'btcusdt', side: 'sell', price: '80000', amount: '0.1' };
    const memo = 'sell:0.10000000 BTC:80000.00000000 USDT';
    expect((await composed({ to: 'dex', memo })).summary).toEqual(
      (await gateway.compose('place_order', order)).summary,
    );

    const repaid = await composed({ to: 'loan', symbol: 'USDT', amount: '5', memo: 'repay' });
    expect(repaid.summary).toEqual(
      (await gateway.compose('repay', { account: 'alice', amount_usdt: '5' })).summary,
    );
  });

  it('a proposal to a contract whose memos no tool writes has a warning, and no other transfer has', async () => {
    expect((await composed({ to: 'oracle' })).warnings).toEqual([
      {
        code: 'receiver_is_contract',
        message:
          'oracle is a contract: its code decides what becomes of the tokens, and may refuse or keep them',
      },
    ]);
    expect((await composed({})).warnings).toEqual([]);
    expect((await composed({ to: 'bridge', memo: BRIDGE_ADDRESS })).warnings).toEqual([]);
  });

  it('a proposal shows invisible characters of a memo', async () => {
    const { summary, actions } = await composed({ memo: 'a\u202eb\u200bc\u2066d' });
    expect(summary).toEqual([
      'alice sends 0.10000000 BTC (of btc.token) to bob with the memo "a\\u202eb\\u200bc\\u2066d".',
    ]);
    expect(actions[0]!.data['memo']).toBe('a\u202eb\u200bc\u2066d');
  });
});
