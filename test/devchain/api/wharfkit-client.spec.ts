import {
  APIClient,
  APIError,
  Asset,
  Name,
  PackedTransaction,
  SignedTransaction,
  Struct,
  UInt64,
  type Transaction,
} from '@wharfkit/antelope';
import { TestChain, transfer } from '../../harness/node/test-chain';

@Struct.type('account')
class AccountRow extends Struct {
  @Struct.field(Asset) declare balance: Asset;
}

/** The client library as it comes: every method it has for the chain's own routes. */
describe('wharfkit APIClient', () => {
  let chain: TestChain;
  let client: APIClient;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'manual' });
    client = new APIClient({ url: chain.url });
    await client.v1.chain.send_transaction(await signed());
    chain.devchain.chain.produceBlock();
  });
  afterAll(() => chain.close());

  let memo = 0;
  const payment = (quantity = '0.00000001 BTC') =>
    transfer('alice', 'bob', quantity, { memo: `wharfkit ${memo++}` });
  const sign = async (transaction: Transaction) => {
    const { chain_id: chainId } = await client.v1.chain.get_info();
    const signatures = [chain.keyOf('alice').signDigest(transaction.signingDigest(chainId))];
    return SignedTransaction.from({ ...transaction, signatures });
  };
  const signed = async () => sign(await chain.transaction([payment()]));

  it('get_info', async () => {
    const info = await client.v1.chain.get_info();
    expect(String(info.chain_id)).toBe(chain.devchain.chain.chainId);
    expect(String(info.head_block_producer)).toBe('eosio');
    expect(info.getTransactionHeader(60).ref_block_num.toNumber()).toBe(
      info.last_irreversible_block_num.toNumber() & 0xffff,
    );
  });

  it('get_account', async () => {
    const account = await client.v1.chain.get_account('alice');
    expect(String(account.account_name)).toBe('alice');
    expect(String(account.core_liquid_balance)).toMatch(/^\d+\.\d{4} NATIVE$/);
    expect(account.permissions.map(({ perm_name: name }) => String(name))).toEqual([
      'active',
      'agent',
      'owner',
    ]);
    expect(String(account.getPermission('agent').parent)).toBe('active');
    expect(String(account.getPermission('active').required_auth.keys[0]!.key)).toBe(
      String(chain.keyOf('alice').toPublic()),
    );
  });

  it('get_abi, get_raw_abi, get_code', async () => {
    const { abi } = await client.v1.chain.get_abi('btc.token');
    expect(abi!.actions.map(({ name }) => String(name))).toContain('transfer');
    expect((await client.v1.chain.get_abi('alice')).abi).toBeUndefined();
    const raw = await client.v1.chain.get_raw_abi('btc.token');
    expect(String(raw.code_hash)).toBe('0'.repeat(64));
    expect(raw.abi.array.length).toBeGreaterThan(100);
    expect(String((await client.v1.chain.get_code('btc.token')).wasm)).toBe('');
  });

  it('get_block, get_block_info, get_block_header_state', async () => {
    const { head_block_num: head, head_block_id: id } = await client.v1.chain.get_info();
    const block = await client.v1.chain.get_block(head);
    expect(String(block.id)).toBe(String(id));
    expect(block.transactions).toHaveLength(1);
    expect(String((await client.v1.chain.get_block(id)).block_num)).toBe(String(head));
    expect(String((await client.v1.chain.get_block_info(head)).ref_block_prefix)).toBe(
      String(block.ref_block_prefix),
    );
    const state = await client.v1.chain.get_block_header_state(head);
    expect(String(state.header.previous)).toBe(String(block.previous));
    await expect(client.v1.chain.get_block(99999999)).rejects.toMatchObject({
      name: 'unknown_block_exception',
      code: 3100002,
      details: [{ message: 'Could not find block: 99999999' }],
    });
  });

  it('get_currency_balance, get_currency_stats', async () => {
    expect((await client.v1.chain.get_currency_balance('btc.token', 'alice')).map(String)).toEqual([
      expect.stringMatching(/ BTC$/),
    ]);
    expect(await client.v1.chain.get_currency_balance('btc.token', 'alice', 'btc')).toHaveLength(1);
    expect(await client.v1.chain.get_currency_balance('btc.token', 'alice', 'XYZ')).toEqual([]);
    const { BTC: stats } = await client.v1.chain.get_currency_stats('btc.token', 'btc');
    expect(String(stats!.max_supply)).toBe('21000000.00000000 BTC');
    expect(String(stats!.issuer)).toBe('bridge');
  });

  it('get_table_rows: decoded by the node, decoded here, with payers, page by page', async () => {
    const query = { code: 'btc.token', table: 'accounts', scope: 'alice' };
    const [row] = (await client.v1.chain.get_table_rows(query)).rows as { balance: string }[];
    const typed = await client.v1.chain.get_table_rows({ ...query, type: AccountRow });
    expect(String(typed.rows[0]!.balance)).toBe(row!.balance);
    const paid = await client.v1.chain.get_table_rows({ ...query, show_payer: true });
    expect(paid.ram_payers!.map(String)).toHaveLength(1);
    const bounded = {
      ...query,
      lower_bound: UInt64.from(0),
      upper_bound: UInt64.from('18446744073709551615'),
    };
    expect((await client.v1.chain.get_table_rows(bounded)).rows).toHaveLength(1);
    expect(await client.v1.chain.get_table_rows({ ...query, limit: 0 })).toMatchObject({
      rows: [],
      more: true,
    });
  });

  it('get_table_by_scope', async () => {
    const { rows } = await client.v1.chain.get_table_by_scope({
      code: 'btc.token',
      table: 'accounts',
      limit: 100,
    });
    expect(rows.map(({ scope }) => String(scope))).toEqual(expect.arrayContaining(['alice', 'bob', 'carol']));
    expect(rows.every(({ table, count }) => table.equals('accounts') && count.toNumber() === 1)).toBe(true);
  });

  it('get_accounts_by_authorizers', async () => {
    const key = chain.keyOf('bob').toPublic();
    const byKey = await client.v1.chain.get_accounts_by_authorizers({ keys: [key] });
    expect(
      byKey.accounts.map(({ account_name: name, permission_name: permission }) => `${name}@${permission}`),
    ).toEqual(expect.arrayContaining(['bob@owner', 'bob@active']));
    const byAccount = await client.v1.chain.get_accounts_by_authorizers({ accounts: [Name.from('eosio')] });
    expect(byAccount.accounts.map(({ account_name: name }) => String(name))).toContain('btc.token');
  });

  it('get_activated_protocol_features, get_producer_schedule', async () => {
    const features = await client.v1.chain.get_activated_protocol_features();
    expect(features.activated_protocol_features[0]!.specification[0]!.value).toBe('PREACTIVATE_FEATURE');
    const { active } = await client.v1.chain.get_producer_schedule();
    expect(active.producers.map(({ producer_name: name }) => String(name))).toEqual(['eosio']);
  });

  it('push_transaction, send_transaction, send_transaction2, packed and compressed', async () => {
    const pushed = await client.v1.chain.push_transaction(await signed());
    expect(pushed.processed.receipt.status).toBe('executed');
    const sent = await client.v1.chain.send_transaction(PackedTransaction.fromSigned(await signed(), 0));
    expect(sent.processed.action_traces).toHaveLength(3);
    const sent2 = await client.v1.chain.send_transaction2(PackedTransaction.fromSigned(await signed(), 1));
    expect(sent2.processed.except).toBeNull();
  });

  it('a failed send_transaction2 and a failed push are errors with the name and the message of the chain', async () => {
    const transaction = await sign(await chain.transaction([payment('-1.00000000 BTC')]));
    const failures = await Promise.all([
      client.v1.chain.send_transaction2(transaction).catch((error: unknown) => error),
      client.v1.chain.push_transaction(transaction).catch((error: unknown) => error),
    ]);
    expect(failures[1]).toBeInstanceOf(APIError);
    expect(failures[1]).toMatchObject({
      name: 'eosio_assert_message_exception',
      details: [{ message: 'assertion failure with message: must transfer positive quantity' }],
    });
    expect(failures[0]).toBeInstanceOf(Error);
  });

  it('compute_transaction, send_read_only_transaction', async () => {
    const computed = await client.v1.chain.compute_transaction(
      SignedTransaction.from(await chain.transaction([payment()])),
    );
    expect(computed.processed.receipt.status).toBe('executed');
    const writing = SignedTransaction.from(await chain.transaction([{ ...payment(), authorization: [] }]));
    await expect(client.v1.chain.send_read_only_transaction(writing)).rejects.toBeInstanceOf(APIError);
  });

  it('get_transaction_status', async () => {
    const { transaction_id: id } = await client.v1.chain.send_transaction(await signed());
    expect(String((await client.v1.chain.get_transaction_status(id)).state)).toBe('LOCALLY_APPLIED');
    chain.devchain.chain.produceBlock();
    const status = await client.v1.chain.get_transaction_status(id);
    expect([String(status.state), status.head_number.toNumber()]).toEqual([
      'IN_BLOCK',
      chain.devchain.chain.head().num,
    ]);
  });
});
