import {
  type ErrorBody,
  type Json,
  type PackedBody,
  packedBody,
  type TestChain,
} from '../../harness/node/test-chain';
import { Payments, type Pushed } from './support/payments';

describe('computing transactions', () => {
  let payments: Payments;
  let chain: TestChain;
  beforeAll(async () => {
    payments = await Payments.start();
    ({ chain } = payments);
  });
  afterAll(() => chain.close());
  const balance = async () =>
    (await chain.read<string[]>('get_currency_balance', { code: 'btc.token', account: 'bob' }))[0];

  it('compute_transaction runs without signatures and changes nothing', async () => {
    const before = await balance();
    const transaction = packedBody(await chain.transaction([payments.payment('1.00000000 BTC')]), []);
    const computed = await chain.post<Pushed>('compute_transaction', { transaction });
    expect(computed.status).toBe(200);
    expect(computed.json.processed).toMatchObject({ receipt: { status: 'executed' }, except: null });
    expect(await balance()).toBe(before);
  });

  it('compute_transaction answers 200 to a failure, with `except` in the trace', async () => {
    const failing = packedBody(await chain.transaction([payments.payment('-1.00000000 BTC')]), []);
    const failed = await chain.post<Pushed>('compute_transaction', { transaction: failing });
    expect(failed.status).toBe(200);
    expect(failed.json.processed).toMatchObject({ receipt: null, except: { code: 3050003 } });
    expect(failed.json.processed.action_traces[0]).toMatchObject({
      receipt: null,
      except: { code: 3050003 },
    });
    // A transaction that is refused before execution is an error.
    const expired = await chain.transaction([payments.payment()], { expiration: '2020-01-01T00:00:00' });
    const old = { transaction: packedBody(expired, []) };
    const refused = await chain.post<ErrorBody>('compute_transaction', old);
    expect([refused.status, refused.json.error.code]).toEqual([500, 3040005]);
  });

  it('compute_transaction answers a missing permission with its format and value, and no NET', async () => {
    const level = { actor: 'alice', permission: 'nosuch' };
    const transaction = packedBody(
      await chain.transaction([{ ...payments.payment(), authorization: [level] }]),
      [],
    );
    const { processed } = await chain.read<Pushed>('compute_transaction', { transaction });
    expect(processed).toMatchObject({
      net_usage: 0,
      except: {
        code: 3040000,
        stack: [
          {
            format: "action's authorizations include a non-existent permission: ${permission}",
            data: { permission: level },
          },
        ],
      },
    });
    const failing = packedBody(await chain.transaction([payments.payment('-1.00000000 BTC')]), []);
    const run = await chain.read<Pushed>('compute_transaction', { transaction: failing });
    expect(run.processed).toMatchObject({ except: { code: 3050003 } });
    expect(run.processed['net_usage']).toBeGreaterThan(0);
  });

  it('the stack of a failure ends with the console output, and its first entry has the error code', async () => {
    const transaction = await chain.sign([payments.payment('-1.00000000 BTC')], [chain.keyOf('alice')]);
    const { processed } = await chain.read<Pushed>('send_transaction2', { transaction });
    expect((processed.except!.stack as Json[]).at(-1)).toMatchObject({
      context: { level: 'warn' },
      format: '${receiver} <= ${account}::${action} pending console output: ${console}',
      data: { receiver: 'btc.token', account: 'btc.token', action: 'transfer', console: '' },
    });
    const act = { ...payments.payment(), name: 'nosuchact', data: '' };
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

  it('compute_transaction accepts a time with six decimals, and refuses a Z as nodeos does', async () => {
    const transaction = await chain.transaction([payments.payment()]);
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
    const transaction = await chain.transaction([payments.payment()]);
    const plain = JSON.parse(JSON.stringify(transaction)) as { actions: { data: string }[] };
    const [action] = plain.actions;
    const longer = { ...plain, actions: [{ ...action!, data: `${action!.data}00ff` }] };
    const body = { transaction: { signatures: [], compression: 'none', transaction: longer } };
    const { processed } = await chain.read<Pushed>('compute_transaction', body);
    expect(processed.except).toBeNull();
    expect(processed.action_traces[0]!.act).toMatchObject({ data: { from: 'alice', to: 'bob' } });
  });

  it('compute_transaction accepts context-free data as a list, and bills it', async () => {
    const transaction = { ...(await payments.signed()) } as Partial<PackedBody>;
    delete transaction.packed_context_free_data;
    const netUsage = async (context_free_data: string[]) => {
      const body = { transaction: { ...transaction, signatures: [], context_free_data } };
      return (await chain.read<Pushed>('compute_transaction', body)).processed.net_usage;
    };
    expect(await netUsage(['00'.repeat(400)])).toBeGreaterThan(Number(await netUsage([])));
  });

  it('send_read_only_transaction refuses authorizations and writes', async () => {
    const writing = packedBody(await chain.transaction([{ ...payments.payment(), authorization: [] }]), []);
    const refused = await chain.post<ErrorBody>('send_read_only_transaction', { transaction: writing });
    expect([refused.status, refused.json.error.name]).toEqual([500, 'missing_auth_exception']);
  });
});
