import { deflateSync } from 'node:zlib';
import {
  type Answer,
  type ErrorBody,
  type Json,
  type PackedBody,
  packedBody,
  TestChain,
  transfer,
} from '../../harness/node/test-chain';

interface ActionTrace extends Json {
  readonly action_ordinal: number;
  readonly receiver: string;
  readonly inline_traces?: readonly ActionTrace[];
}
interface Pushed {
  readonly transaction_id: string;
  readonly processed: Json & { readonly action_traces: readonly ActionTrace[]; readonly except: Json | null };
}

describe('sending transactions', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'manual' });
  });
  afterAll(() => chain.close());

  let memo = 0;
  const payment = (quantity = '0.00000001 BTC') =>
    transfer('alice', 'bob', quantity, { memo: `payment ${memo++}` });
  const signed = () => chain.sign([payment()], [chain.keyOf('alice')]);
  const balance = async () =>
    (await chain.read<string[]>('get_currency_balance', { code: 'btc.token', account: 'bob' }))[0];

  it('push_transaction nests the traces that send_transaction lists', async () => {
    const flat = await chain.read<Pushed>('send_transaction', await signed());
    expect(
      flat.processed.action_traces.map(({ action_ordinal, receiver }) => [action_ordinal, receiver]),
    ).toEqual([
      [1, 'btc.token'],
      [2, 'alice'],
      [3, 'bob'],
    ]);
    expect(flat.processed.action_traces[0]).not.toHaveProperty('inline_traces');

    const { processed } = await chain.read<Pushed>('push_transaction', await signed());
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

  it('accepts every form of the member compression, and bills the compressed bytes', async () => {
    for (const compression of ['none', 0, '0', false, null]) {
      expect(await chain.post('send_transaction', { ...(await signed()), compression })).toMatchObject({
        status: 202,
      });
    }
    for (const compression of ['zlib', 1, '1', true]) {
      const action = transfer('alice', 'bob', '0.00000001 BTC', { memo: `${'z'.repeat(200)} ${memo++}` });
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

  it('accepts an unpacked transaction, with its action data as an object or in hex', async () => {
    const action = payment();
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
    const [first, last] = [await signed(), await signed()];
    const unsigned = await chain.transaction([payment()]);
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
      failed(/^3040008 tx_duplicate: Duplicate transaction\nduplicate transaction [0-9a-f]{64}$/),
      failed(/^3010010 packed_transaction_type_exception/),
      failed(/^3090003 unsatisfied_authorization/),
      done,
    ]);
    expect((await chain.post<ErrorBody>('push_transactions', [])).status).toBe(500);
  });

  it('send_transaction2 answers a failure with its trace, unless return_failure_trace is false', async () => {
    const transaction = await chain.sign([payment('-1.00000000 BTC')], [chain.keyOf('alice')]);
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
    const good = await signed();
    expect((await chain.post('send_transaction2', { transaction: good })).status).toBe(202);
    expect((await chain.post('send_transaction2', { transaction: good })).status).toBe(409);
    const retried = await chain.post<ErrorBody>('send_transaction2', {
      retry_trx: true,
      transaction: await signed(),
    });
    expect([retried.status, retried.json.error.code]).toEqual([500, 3100008]);
  });

  it('compute_transaction runs without signatures and changes nothing', async () => {
    const before = await balance();
    const transaction = packedBody(await chain.transaction([payment('1.00000000 BTC')]), []);
    const computed = await chain.post<Pushed>('compute_transaction', { transaction });
    expect(computed.status).toBe(200);
    expect(computed.json.processed).toMatchObject({ receipt: { status: 'executed' }, except: null });
    expect(await balance()).toBe(before);
  });

  it('compute_transaction answers 200 to a failure, with `except` in the trace', async () => {
    const failing = packedBody(await chain.transaction([payment('-1.00000000 BTC')]), []);
    const failed = await chain.post<Pushed>('compute_transaction', { transaction: failing });
    expect(failed.status).toBe(200);
    expect(failed.json.processed).toMatchObject({ receipt: null, except: { code: 3050003 } });
    expect(failed.json.processed.action_traces[0]).toMatchObject({
      receipt: null,
      except: { code: 3050003 },
    });
    // A transaction that is refused before execution is an error.
    const expired = await chain.transaction([payment()], { expiration: '2020-01-01T00:00:00' });
    const old = { transaction: packedBody(expired, []) };
    const refused = await chain.post<ErrorBody>('compute_transaction', old);
    expect([refused.status, refused.json.error.code]).toEqual([500, 3040005]);
  });

  it('the stack of a failure ends with the console output, and its first entry has the error code', async () => {
    const transaction = await chain.sign([payment('-1.00000000 BTC')], [chain.keyOf('alice')]);
    const { processed } = await chain.read<Pushed>('send_transaction2', { transaction });
    expect((processed.except!.stack as Json[]).at(-1)).toMatchObject({
      context: { level: 'warn' },
      format: '${receiver} <= ${account}::${action} pending console output: ${console}',
      data: { receiver: 'btc.token', account: 'btc.token', action: 'transfer', console: '' },
    });
    const act = { ...payment(), name: 'nosuchact', data: '' };
    const { expiration, ref_block_num, ref_block_prefix } = await chain.transaction([]);
    const unknown = {
      signatures: [],
      compression: 'none',
      transaction: { expiration: String(expiration), ref_block_num, ref_block_prefix, actions: [act] },
    };
    const answer = await chain.read<Pushed>('compute_transaction', { transaction: unknown });
    expect(answer.processed).toMatchObject({
      error_code: '8000000000000000000',
      except: { code: 3050004, stack: [{ data: { error_code: '8000000000000000000' } }, {}] },
    });
  });

  it('accepts a time with six decimals, and refuses a Z as nodeos does', async () => {
    const transaction = await chain.transaction([payment()]);
    const plain = JSON.parse(JSON.stringify(transaction)) as Json;
    const withTime = (expiration: string) =>
      chain.post<Pushed & ErrorBody>('compute_transaction', {
        transaction: { signatures: [], compression: 'none', transaction: { ...plain, expiration } },
      });
    const time = String(transaction.expiration);
    for (const timeText of [`${time}.953741+00:00`, `${time}.500`, time])
      expect((await withTime(timeText)).json.processed).toMatchObject({
        id: String(transaction.id),
        except: null,
      });
    for (const timeText of [`${time}Z`, `${time}.500Z`, `${time}+00:00`]) {
      const { status, json } = await withTime(timeText);
      expect([status, json.error.code, json.error.details[0]!.message]).toEqual([
        500,
        3010010,
        'Invalid packed transaction',
      ]);
    }
  });

  it('trailing action data is ignored in the decoded trace, as contracts read it', async () => {
    const transaction = await chain.transaction([payment()]);
    const plain = JSON.parse(JSON.stringify(transaction)) as { actions: { data: string }[] };
    const [action] = plain.actions;
    const longer = { ...plain, actions: [{ ...action!, data: `${action!.data}00ff` }] };
    const body = { transaction: { signatures: [], compression: 'none', transaction: longer } };
    const { processed } = await chain.read<Pushed>('compute_transaction', body);
    expect(processed.except).toBeNull();
    expect(processed.action_traces[0]!.act).toMatchObject({ data: { from: 'alice', to: 'bob' } });
  });

  it('accepts context-free data as a list, and bills it', async () => {
    const transaction = { ...(await signed()) } as Partial<PackedBody>;
    delete transaction.packed_context_free_data;
    const netUsage = async (context_free_data: string[]) => {
      const body = { transaction: { ...transaction, signatures: [], context_free_data } };
      return (await chain.read<Pushed>('compute_transaction', body)).processed.net_usage;
    };
    expect(await netUsage(['00'.repeat(400)])).toBeGreaterThan(Number(await netUsage([])));
  });

  it('send_read_only_transaction refuses authorizations and writes', async () => {
    const writing = packedBody(await chain.transaction([{ ...payment(), authorization: [] }]), []);
    const refused = await chain.post<ErrorBody>('send_read_only_transaction', { transaction: writing });
    expect([refused.status, refused.json.error.name]).toEqual([500, 'missing_auth_exception']);
  });

  it('get_transaction_status follows a transaction into an irreversible block', async () => {
    const { transaction_id: id } = await chain.read<Pushed>('send_transaction', await signed());
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
    const body = await signed();
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
    const transaction = await chain.transaction([payment()]);
    const answer: Answer<unknown> = await chain.post('get_transaction_id', JSON.stringify(transaction));
    expect(answer.json).toBe(String(transaction.id));
  });

  it('get_required_keys picks the keys that are needed', async () => {
    const action = payment();
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
