import { setTimeout } from 'node:timers/promises';
import { Api, JsonRpc, RpcError } from 'eosjs';
import type { TransactResult } from 'eosjs/dist/eosjs-api-interfaces';
import { JsSignatureProvider } from 'eosjs/dist/eosjs-jssig';
import { TestChain } from '../../harness/node/test-chain';

describe('client library eosjs', () => {
  let chain: TestChain;
  let rpc: JsonRpc;
  let api: Api;
  beforeAll(async () => {
    chain = await TestChain.start();
    rpc = new JsonRpc(chain.url, { fetch });
    api = new Api({ rpc, signatureProvider: new JsSignatureProvider([chain.keyOf('alice').toWif()]) });
  });
  afterAll(() => chain.close());

  let memo = 0;
  const payment = (quantity = '0.00000001 BTC') => ({
    actions: [
      {
        account: 'btc.token',
        name: 'transfer',
        authorization: [{ actor: 'alice', permission: 'active' }],
        data: { from: 'alice', to: 'bob', quantity, memo: `eosjs ${memo++}` },
      },
    ],
  });

  async function blockAt(num: number) {
    while ((await rpc.get_info()).head_block_num < num) await setTimeout(50);
    return rpc.get_block(num);
  }

  it.each([
    { blocksBehind: 3, expireSeconds: 30 },
    { blocksBehind: 0, expireSeconds: 30 },
    { useLastIrreversible: true, expireSeconds: 30 },
    { blocksBehind: 3, expireSeconds: 30, compression: true },
  ])('eosjs sends a transaction by Api.transact with %j', async (config) => {
    const result = await api.transact(payment(), config);
    expect(result).toMatchObject({
      transaction_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      processed: {
        receipt: { status: 'executed' },
        action_traces: [{ receiver: 'btc.token', inline_traces: [{}, {}] }],
      },
    });
  });

  it('eosjs reads its compressed transaction from the block', async () => {
    const config = { blocksBehind: 3, expireSeconds: 30, compression: true };
    const { transaction_id: id, processed } = (await api.transact(payment(), config)) as TransactResult;
    const block = await blockAt(processed.block_num);
    const [found] = (block.transactions as { trx: { id: string } }[]).filter(({ trx }) => trx.id === id);
    expect(found!.trx).toMatchObject({
      compression: 'zlib',
      context_free_data: [],
      transaction: { actions: [{}] },
    });
  });

  it('eosjs reports a refusal with the message of the chain', async () => {
    const refused = api.transact(payment('-1.00000000 BTC'), { blocksBehind: 3, expireSeconds: 30 });
    await expect(refused).rejects.toThrow('assertion failure with message: must transfer positive quantity');
    await expect(refused).rejects.toBeInstanceOf(RpcError);
  });

  it('eosjs reads accounts, code and blocks', async () => {
    const info = await rpc.get_info();
    expect(info.chain_id).toBe(chain.devchain.chain.chainId);
    expect((await rpc.get_account('alice')).account_name).toBe('alice');
    expect((await rpc.get_abi('btc.token')).abi!.version).toMatch(/^eosio::abi\/1\./);
    expect((await rpc.getRawAbi('btc.token')).abi.length).toBeGreaterThan(100);
    expect((await rpc.get_raw_code_and_abi('btc.token')).wasm).toBe('');
    expect((await rpc.get_code('btc.token')).wast).toBe('');
    expect((await rpc.get_code_hash('btc.token')).code_hash).toBe('0'.repeat(64));
    const block = await rpc.get_block(info.head_block_num);
    expect(block.id).toBe(info.head_block_id);
    expect((await rpc.get_block_info(info.head_block_num)).id).toBe(info.head_block_id);
    expect((await rpc.get_block_header_state(info.head_block_id)).id).toBe(info.head_block_id);
    await expect(rpc.get_account('nosuch')).rejects.toThrow('unknown key');
  });

  it('eosjs reads tables and balances', async () => {
    const query = { json: true, code: 'btc.token', scope: 'alice', table: 'accounts' };
    const { rows, more } = await rpc.get_table_rows(query);
    expect([rows, more]).toEqual([[{ balance: expect.stringMatching(/ BTC$/) }], false]);
    const scopes = await rpc.get_table_by_scope({ code: 'btc.token', table: 'accounts', limit: 100 });
    expect(scopes.rows.length).toBeGreaterThan(2);
    expect(await rpc.get_currency_balance('btc.token', 'alice')).toHaveLength(1);
    expect(await rpc.get_currency_balance('btc.token', 'alice', 'BTC')).toHaveLength(1);
    expect(Object.keys(await rpc.get_currency_stats('btc.token', 'BTC'))).toEqual(['BTC']);
  });

  it('eosjs reads producers, features and scheduled transactions', async () => {
    const { rows, more, total_producer_vote_weight: weight } = await rpc.get_producers();
    expect([rows[0]!.owner, more, weight]).toEqual(['eosio', '', '0.00000000000000000']);
    expect((await rpc.get_producer_schedule()).active!.producers[0]!.producer_name).toBe('eosio');
    const features = await rpc.get_activated_protocol_features({});
    expect(features.activated_protocol_features.length).toBeGreaterThan(5);
    expect(await rpc.get_scheduled_transactions()).toEqual({ transactions: [], more: '' });
    const authorization = { actor: 'eosio', permission: 'active' };
    expect((await rpc.get_accounts_by_authorizers([authorization], [])).accounts.length).toBeGreaterThan(3);
  });

  it('eosjs converts action data by the node in both directions', async () => {
    const args = { from: 'alice', to: 'bob', quantity: '1.00000000 BTC', memo: 'converted' };
    const { binargs } = await rpc.abi_json_to_bin('btc.token', 'transfer', args as unknown as string[]);
    expect((await rpc.abi_bin_to_json('btc.token', 'transfer', binargs)).args).toEqual(args);
  });

  it('eosjs reads the required keys', async () => {
    const keys = ['alice', 'bob'].map((name) => chain.keyOf(name).toPublic().toLegacyString());
    const { serializedTransaction } = (await api.transact(payment(), {
      ...{ broadcast: false, sign: false, blocksBehind: 3, expireSeconds: 30 },
    })) as { serializedTransaction: Uint8Array };
    const transaction = api.deserializeTransaction(serializedTransaction);
    const required = await rpc.getRequiredKeys({ transaction, availableKeys: keys });
    expect(required).toEqual([String(chain.keyOf('alice').toPublic())]);
  });

  it('eosjs pushes one and several transactions in the older formats', async () => {
    const signed = async () => {
      const config = { broadcast: false, sign: true, blocksBehind: 3, expireSeconds: 30 };
      return (await api.transact(payment(), config)) as {
        signatures: string[];
        serializedTransaction: Uint8Array;
      };
    };
    const pushed = await rpc.push_transaction(await signed());
    expect(pushed.processed).toMatchObject({ action_traces: [{ inline_traces: [{}, {}] }] });
    const many = await rpc.push_transactions([await signed(), await signed()]);
    expect(many).toHaveLength(2);
  });
});
