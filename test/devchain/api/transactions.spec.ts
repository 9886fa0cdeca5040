import { deflateSync } from 'node:zlib';
import { type ErrorBody, type Json, packedBody, type TestChain } from '../../harness/node/test-chain';
import { Payments, type Pushed } from './support/payments';

describe('sending transactions', () => {
  let payments: Payments;
  let chain: TestChain;
  beforeAll(async () => {
    payments = await Payments.start();
    ({ chain } = payments);
  });
  afterAll(() => chain.close());

  it('push_transaction nests the traces that send_transaction lists', async () => {
    const flat = await chain.read<Pushed>('send_transaction', await payments.signed());
    expect(
      flat.processed.action_traces.map(({ action_ordinal, receiver }) => [action_ordinal, receiver]),
    ).toEqual([
      [1, 'btc.token'],
      [2, 'alice'],
      [3, 'bob'],
    ]);
    expect(flat.processed.action_traces[0]).not.toHaveProperty('inline_traces');

    const { processed } = await chain.read<Pushed>('push_transaction', await payments.signed());
    expect(processed.action_traces).toHaveLength(1);
    const [parent] = processed.action_traces;
    expect(parent!.inline_traces!.map(({ receiver, inline_traces }) => [receiver, inline_traces])).toEqual([
      ['alice', []],
      ['bob', []],
    ]);
    expect(parent).toMatchObject({
      return_value_hex_data: '',
      receipt: { receiver: 'btc.token', auth_sequence: [['alice', expect.anything()]] },
      act: { data: { from: 'alice', to: 'bob' }, hex_data: expect.stringMatching(/^[0-9a-f]+$/) },
    });
  });

  it('send_transaction accepts every form of the member compression, and bills the compressed bytes', async () => {
    for (const compression of ['none', 0, '0', false, null]) {
      expect(
        await chain.post('send_transaction', { ...(await payments.signed()), compression }),
      ).toMatchObject({
        status: 202,
      });
    }
    for (const compression of ['zlib', 1, '1', true]) {
      const action = payments.payment('0.00000001 BTC', 'z'.repeat(200));
      const plain = await chain.sign([action], [chain.keyOf('alice')]);
      const packed = deflateSync(Buffer.from(plain.packed_trx, 'hex'));
      const body = {
        ...plain,
        packed_context_free_data: '',
        packed_trx: packed.toString('hex'),
        compression,
      };
      const { processed } = await chain.read<Pushed>('send_transaction', body);
      // 12 + 16 for the header and its receipt, 20 % of the part that can be pruned, in words of 8 bytes.
      const bytes = 28 + packed.length + Math.ceil((1 + 66 + 1) * 0.2);
      expect(processed.net_usage).toBe(Math.ceil(bytes / 8) * 8);
    }
  });

  it('send_transaction accepts an unpacked transaction, with its action data as an object or in hex', async () => {
    const action = payments.payment();
    const transaction = await chain.transaction([action]);
    const { chain_id: chainId } = await chain.read<{ chain_id: string }>('get_info');
    const signatures = [String(chain.keyOf('alice').signDigest(transaction.signingDigest(chainId)))];
    const plain = JSON.parse(JSON.stringify(transaction)) as Json;
    const inHex = { signatures, compression: 'none', transaction: plain };
    const asObject = { ...inHex, transaction: { ...plain, actions: [action] } };
    const [{ data, ...rest }] = plain.actions as [Json];
    const asAnswered = { ...inHex, transaction: { ...plain, actions: [{ ...rest, hex_data: data }] } };
    const taken = await chain.post<Pushed>('send_transaction', asObject);
    expect([taken.status, taken.json.transaction_id]).toEqual([202, String(transaction.id)]);
    // The same transaction in every form.
    for (const body of [inHex, asAnswered]) {
      const again = await chain.post<ErrorBody>('push_transaction', body);
      expect([again.status, again.json.error.name]).toEqual([409, 'tx_duplicate']);
    }
  });

  it('push_transactions continues after a failure and names the failed transaction', async () => {
    const [first, last] = [await payments.signed(), await payments.signed()];
    const unsigned = await chain.transaction([payments.payment()]);
    const items = [
      first,
      first,
      JSON.parse(JSON.stringify(unsigned)) as Json,
      packedBody(unsigned, []),
      last,
    ];
    const answer = await chain.post<Pushed[]>('push_transactions', items);
    expect(answer.status).toBe(202);
    const failed = (text: RegExp) => ({
      transaction_id: '0'.repeat(64),
      processed: { error: expect.stringMatching(text) },
    });
    const done = { transaction_id: expect.stringMatching(/^[0-9a-f]{64}$/), processed: { except: null } };
    expect(answer.json).toMatchObject([
      done,
      failed(
        /^3040008 tx_duplicate: Duplicate transaction\nduplicate transaction [0-9a-f]{64}\n {4}\{.*\}\n {4}devchain {2}devchain:0 \n$/,
      ),
      failed(/^3010010 packed_transaction_type_exception/),
      failed(/^3090003 unsatisfied_authorization/),
      done,
    ]);
    const none = await chain.post<ErrorBody>('push_transactions', []);
    expect([none.status, none.json.error.code]).toEqual([500, 13]);
  });

  it('send_transaction2 answers a failure with its trace, unless return_failure_trace is false', async () => {
    const transaction = await chain.sign([payments.payment('-1.00000000 BTC')], [chain.keyOf('alice')]);
    const traced = await chain.post<Pushed>('send_transaction2', { transaction });
    expect(traced.status).toBe(202);
    expect(traced.json.processed).toMatchObject({
      receipt: null,
      error_code: '10000000000000000000',
      except: {
        code: 3050003,
        name: 'eosio_assert_message_exception',
        message: 'eosio_assert_message assertion failure',
        stack: expect.arrayContaining([
          {
            context: expect.objectContaining({ level: 'error', timestamp: expect.any(String) }),
            format: 'assertion failure with message: ${s}',
            data: { s: 'must transfer positive quantity' },
          },
        ]),
      },
    });
    expect(traced.json.processed.action_traces[0]).toMatchObject({
      receipt: null,
      except: { code: 3050003 },
    });
    const plain = await chain.post<ErrorBody>('send_transaction2', {
      return_failure_trace: false,
      transaction,
    });
    expect([plain.status, plain.json.error.code]).toEqual([500, 3050003]);
    const good = await payments.signed();
    expect((await chain.post('send_transaction2', { transaction: good })).status).toBe(202);
    expect((await chain.post('send_transaction2', { transaction: good })).status).toBe(409);
    const retried = await chain.post<ErrorBody>('send_transaction2', {
      retry_trx: true,
      transaction: await payments.signed(),
    });
    expect([retried.status, retried.json.error.code]).toEqual([500, 3100008]);
  });
});
