import type { Answer, ErrorBody, Json, TestChain } from '../../harness/node/test-chain';
import { Payments, type Pushed } from './support/payments';

describe('looking transactions up', () => {
  let payments: Payments;
  let chain: TestChain;
  beforeAll(async () => {
    payments = await Payments.start();
    ({ chain } = payments);
  });
  afterAll(() => chain.close());

  it('get_transaction_status follows a transaction into an irreversible block', async () => {
    const { transaction_id: id } = await chain.read<Pushed>('send_transaction', await payments.signed());
    const status = () => chain.read<Json & { state: string }>('get_transaction_status', { id });
    expect(await status()).toMatchObject({ state: 'LOCALLY_APPLIED', expiration: expect.any(String) });
    const { num } = chain.devchain.chain.produceBlock();
    expect(await status()).toMatchObject({ state: 'IN_BLOCK', block_number: num, head_number: num });
    const irreversible = async () =>
      (await chain.read<{ last_irreversible_block_num: number }>('get_info')).last_irreversible_block_num;
    while ((await irreversible()) < num) chain.devchain.chain.produceBlock();
    expect(await status()).toMatchObject({ state: 'IRREVERSIBLE', block_number: num });
    const unknown = await chain.read('get_transaction_status', { id: 'ff' });
    expect(unknown).toMatchObject({ state: 'UNKNOWN' });
    expect(unknown).not.toHaveProperty('block_number');
  });

  it('get_block returns it decoded, get_raw_block as packed bytes', async () => {
    const body = await payments.signed();
    const { transaction_id: id } = await chain.read<Pushed>('send_transaction', body);
    const { num } = chain.devchain.chain.produceBlock();
    const block = await chain.read<{ id: string; transactions: Json[] }>('get_block', {
      block_num_or_id: num,
    });
    expect(block.transactions).toEqual([
      expect.objectContaining({
        status: 'executed',
        trx: expect.objectContaining({
          id,
          packed_trx: body.packed_trx,
          signatures: body.signatures,
          context_free_data: [],
        }),
      }),
    ]);
    expect(block.transactions[0]).toMatchObject({
      trx: { transaction: { actions: [{ data: { from: 'alice', to: 'bob' } }], delay_sec: 0 } },
    });
    const raw = await chain.read<Json>('get_raw_block', { block_num_or_id: block.id });
    expect(raw).toMatchObject({
      transactions: [{ status: 'executed', trx: [1, { packed_trx: body.packed_trx }] }],
    });
    expect(await chain.read('get_block', { block_num_or_id: block.id.toUpperCase() })).toEqual(block);
  });

  it('get_transaction_id is the hash of the packed bytes', async () => {
    const transaction = await chain.transaction([payments.payment()]);
    const answer: Answer<unknown> = await chain.post('get_transaction_id', JSON.stringify(transaction));
    expect(answer.json).toBe(String(transaction.id));
  });

  it('get_required_keys picks the keys that are needed', async () => {
    const action = payments.payment();
    const keys = ['alice', 'bob'].map((name) => chain.keyOf(name).toPublic());
    const transaction = {
      ...(JSON.parse(JSON.stringify(await chain.transaction([]))) as Json),
      actions: [action],
    };
    expect(
      await chain.read('get_required_keys', {
        transaction,
        available_keys: keys.map((key) => key.toLegacyString()),
      }),
    ).toEqual({ required_keys: [keys[0]!.toLegacyString()] });
    const unable = await chain.post<ErrorBody>('get_required_keys', { transaction, available_keys: [] });
    expect([unable.status, unable.json.error.code]).toEqual([401, 3090003]);
  });
});
