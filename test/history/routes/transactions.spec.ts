import {
  name,
  noteAction,
  SampleBlocks,
  sampleId,
  TOKEN_ABI_BYTES,
  transferAction,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const ID = hexOf(sampleId(3, 1));
const UNKNOWN = 'ab'.repeat(32);

interface TraceAction {
  readonly receiver: string;
  readonly data: unknown;
  readonly params?: unknown;
}

describe('routes of transactions and blocks', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    const made = new SampleBlocks();
    const blocks = [
      made.next([], { abis: [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }] }),
      made.next([
        [transferAction('alice', 'bob', '1.0000 SYS'), { ...noteAction('alice', 'inline'), creator: 1 }],
      ]),
      made.next(),
    ];
    history = await SampleHistory.start(blocks, { irreversibleNum: 3 });
  });
  afterAll(() => history.close());

  describe('transactions of Hyperion', () => {
    it('/v2/history/get_transaction answers all actions, with numbers of receipts as texts', async () => {
      const { json } = await history.get('/v2/history/get_transaction', { id: ID });
      expect(json).toMatchObject({
        query_time_ms: expect.any(Number),
        executed: true,
        trx_id: ID,
        lib: 3,
        cached_lib: false,
        actions: [
          {
            act: { name: 'transfer', data: { quantity: '1.0000 SYS', amount: 1 } },
            context_free: false,
            elapsed: '0',
            notified: 'sys.token,alice,bob',
            receipts: [{ receiver: 'sys.token', global_sequence: '1000', recv_sequence: '1' }, {}, {}],
            cpu_usage_us: 100,
          },
          { act: { name: 'note', data: { text: 'inline' } }, creator_action_ordinal: 1 },
        ],
      });
    });

    it('/v2/history/get_transaction answers an unknown id with status 200 and executed false', async () => {
      const { status, json } = await history.get('/v2/history/get_transaction', { id: UNKNOWN });
      expect(status).toBe(200);
      expect(json).toMatchObject({ executed: false, trx_id: UNKNOWN, actions: [], lib: 3 });
    });

    it('/v2/history/get_transaction accepts block_hint, and refuses an id that is none', async () => {
      const { json } = await history.get('/v2/history/get_transaction', { id: ID, block_hint: 2 });
      expect(json).toMatchObject({ executed: true });
      expect(await history.get('/v2/history/get_transaction', { id: 'abc' })).toMatchObject({
        status: 400,
        json: { message: 'id: must be 64 hex digits' },
      });
      expect((await history.get('/v2/history/get_transaction')).status).toBe(400);
    });
  });

  it('GET /v2/history/check_transaction tells the status and the root action', async () => {
    expect((await history.get('/v2/history/check_transaction', { id: ID })).json).toMatchObject({
      id: ID,
      status: 'executed',
      block_num: 3,
      root_action: { account: 'sys.token', name: 'transfer' },
    });
    expect(
      (await history.get('/v2/history/check_transaction', { id: UNKNOWN, block_hint: 3 })).json,
    ).toMatchObject({ status: 'unknown' });
    expect(
      (await history.get('/v2/history/check_transaction', { id: ID, block_hint: 'near' })).json,
    ).toMatchObject({ statusCode: 400, message: 'block_hint must be an integer number' });
  });

  describe('transactions of the history plugin', () => {
    it('/v1/history/get_transaction answers the transaction and one trace for each receipt', async () => {
      const { status, json } = await history.post('/v1/history/get_transaction', { id: ID });
      expect(status).toBe(200);
      expect(json).toMatchObject({
        id: ID,
        block_num: 3,
        last_irreversible_block: 3,
        trx: {
          receipt: { status: 'executed', cpu_usage_us: 100, net_usage_words: 12 },
          trx: { actions: [{ account: 'sys.token', name: 'transfer' }], ref_block_num: 1 },
        },
        traces: [
          {
            receiver: 'sys.token',
            act: { data: { from: 'alice' }, hex_data: expect.stringMatching(/^[0-9a-f]+$/) },
          },
          { receiver: 'alice' },
          { receiver: 'bob' },
          { receiver: 'sys.token', act: { name: 'note' } },
        ],
      });
    });

    it('/v1/history/get_transaction answers an unknown id with status 200 and an error', async () => {
      const { status, json } = await history.post('/v1/history/get_transaction', {
        id: UNKNOWN,
        block_num_hint: 2,
      });
      expect(status).toBe(200);
      expect(json).toMatchObject({ code: 500, error: { code: 3040011, name: 'tx_not_found' } });
    });

    it('/v1/history/get_transaction refuses an empty body', async () => {
      expect((await history.post('/v1/history/get_transaction', '')).status).toBe(400);
    });
  });

  describe('traces', () => {
    it.each([
      ['its number', { block_num: 3 }],
      ['digits', { block_num: '3' }],
      ['a number counted from the head', { block_num: -2 }],
      ['its id', { block_id: hexOf(sampleId(3)) }],
    ])('/v1/trace_api/get_block answers the block by %s', async (_what, body) => {
      const { status, json } = await history.post('/v1/trace_api/get_block', body);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        id: hexOf(sampleId(3)),
        number: 3,
        previous_id: hexOf(sampleId(2)),
        status: 'irreversible',
        timestamp: '2030-01-01T00:00:01.500Z',
        producer: 'producerb',
        lib: 3,
        transactions: [
          {
            id: ID,
            block_num: 3,
            status: 'executed',
            signatures: [expect.stringMatching(/^SIG_K1_/)],
            transaction_header: { ref_block_num: 1, ref_block_prefix: 2 },
          },
        ],
      });
      const [transaction] = json['transactions'] as { actions: TraceAction[] }[];
      expect(transaction?.actions.map(({ receiver }) => receiver)).toEqual([
        'sys.token',
        'alice',
        'bob',
        'sys.token',
      ]);
      expect(transaction?.actions[0]).toMatchObject({
        global_sequence: 1000,
        account: 'sys.token',
        action: 'transfer',
        authorization: [{ account: 'alice', permission: 'active' }],
        data: expect.stringMatching(/^[0-9a-f]+$/),
        params: { from: 'alice', to: 'bob', quantity: '1.0000 SYS', memo: '' },
      });
    });

    it('/v1/trace_api/get_block shows a block above the irreversible one as pending', async () => {
      const { json } = await history.post('/v1/trace_api/get_block', { block_num: 4 });
      expect(json).toMatchObject({ status: 'pending', transactions: [] });
    });

    it.each([
      [{ block_num: 99 }, 404, 'Trace API: block trace missing'],
      [{}, 400, 'Bad or missing block_num'],
      [{ block_num: 'x' }, 400, 'Bad or missing block_num'],
    ])(
      '/v1/trace_api/get_block with %j answers an error in the shape of a node',
      async (body, status, message) => {
        const answer = await history.post('/v1/trace_api/get_block', body);
        expect(answer).toMatchObject({
          status,
          json: { code: status, message, error: { details: [{ message }] } },
        });
      },
    );

    it('/v1/trace_api/get_transaction_trace answers one transaction', async () => {
      const { json } = await history.post('/v1/trace_api/get_transaction_trace', { id: ID });
      expect(json).toMatchObject({ id: ID, block_num: 3, actions: [{}, {}, {}, {}] });
      expect((await history.post('/v1/trace_api/get_transaction_trace', { id: UNKNOWN })).status).toBe(404);
    });
  });
});
