import { io, type Socket } from 'socket.io-client';
import { completeBlocks } from '../../harness/history/complete-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

interface Message {
  readonly type: string;
  readonly mode: string;
  readonly messages?: readonly { readonly block_num: number }[];
}

const ACTIONS = 'action_stream_request';
const DELTAS = 'delta_stream_request';

describe('requests of a stream', () => {
  let history: SampleHistory;
  let socket: Socket;

  beforeAll(async () => {
    history = await SampleHistory.start(completeBlocks(), { irreversibleNum: 4, streamBuffer: 100 });
  });
  afterAll(() => history.close());
  beforeEach(() => {
    socket = io(history.url, { path: '/stream', transports: ['websocket'] });
  });
  afterEach(() => socket.disconnect());

  const ask = (event: string, request: unknown): Promise<Record<string, unknown>> =>
    socket.emitWithAck(event, request);

  /** Blocks of the entries up to the last block of the chain, which the request selects too. */
  async function blocksOf(event: string, request: object, count: number): Promise<number[]> {
    const blocks: number[] = [];
    const complete = new Promise<void>((resolve) => {
      socket.on('message', ({ messages = [] }: Message) => {
        blocks.push(...messages.map(({ block_num }) => block_num));
        if (blocks.length >= count) resolve();
      });
    });
    expect(await ask(event, request)).toMatchObject({ status: 'OK', reqUUID: expect.any(String) });
    await complete;
    return blocks;
  }

  it.each([
    ['start_from alone', {}, [3, 4, 4, 5, 6]],
    ['contract', { contract: 'sys.token' }, [3, 4, 4, 5]],
    ['contract and action', { contract: 'sys.token', action: 'note' }, [4, 4]],
    ['account, a receiver or an actor', { account: 'bob' }, [3, 5, 6]],
    ['* for every one', { contract: '*', account: '*', action: '*' }, [3, 4, 4, 5, 6]],
    ['read_until', { read_until: 4 }, [3, 4, 4]],
    ['read_until LIB', { read_until: 'LIB' }, [3, 4, 4]],
    ['a negative read_until', { read_until: -1 }, [3, 4, 4, 5]],
    ['start_from LIB', { start_from: 'LIB' }, [4, 4, 5, 6]],
    ['start_from a time with an odd millisecond', { start_from: '2030-01-01T00:00:02.001' }, [5, 6]],
    ['irreversible_only', { irreversible_only: true }, [3, 4, 4]],
    ['a filter', { filters: [{ field: 'act.data.to', value: 'bob' }] }, [3]],
    [
      'filters, of which both hold',
      {
        filters: [
          { field: 'act.name', value: 'note' },
          { field: 'action_ordinal', value: 2 },
        ],
      },
      [4],
    ],
    [
      'filters, of which one holds',
      {
        filters: [
          { field: 'act.data.to', value: 'bob' },
          { field: 'act.name', value: 'act' },
        ],
        filter_op: 'or',
      },
      [3, 6],
    ],
    ['read_until a time', { read_until: '2030-01-01T00:00:02.499' }, [3, 4, 4]],
    ['a filter on the receivers', { filters: [{ field: 'receipts.receiver', value: 'bob' }] }, [3, 5]],
    [
      'a filter on an amount of a symbol',
      { filters: [{ field: 'act.data.quantity', value: 1, operator: 'gt', asset: 'SYS' }] },
      [5],
    ],
    ['an operator', { filters: [{ field: 'act.data.amount', value: '1.5', operator: 'gt' }] }, [5]],
  ])('an action stream has the member %s', async (_title, request, expected) => {
    expect(await blocksOf(ACTIONS, { start_from: 1, ...request }, expected.length)).toEqual(expected);
  });

  it.each([
    ['start_from alone', {}, [2, 2, 3, 3, 4, 4, 4]],
    ['code', { code: 'noabi' }, [4, 4]],
    ['table', { table: 'accounts' }, [2, 2, 3, 3, 4]],
    ['scope, a name', { scope: 'alice' }, [2, 3, 4]],
    ['scope, a number', { scope: '18446744073709551615' }, [4]],
    ['payer', { payer: 'bob' }, [2, 3]],
    ['a filter', { filters: [{ field: 'data.amount', value: '1.5', operator: 'lte' }] }, [2, 2]],
    ['empty texts for every one', { code: '', table: '', scope: '', payer: '' }, [2, 2, 3, 3, 4, 4, 4]],
  ])('a delta stream has the member %s', async (_title, request, expected) => {
    expect(await blocksOf(DELTAS, { start_from: 1, ...request }, expected.length)).toEqual(expected);
  });

  it.each([
    [ACTIONS, { contract: 'UPPER' }, 'contract: "UPPER" is not a name'],
    [ACTIONS, { account: ['alice'] }, 'account: '],
    [ACTIONS, { action: 5 }, 'action: '],
    [ACTIONS, { start_from: 'yesterday' }, 'start_from: "yesterday" is no block number and no time'],
    [ACTIONS, { start_from: 1.5 }, 'start_from: must be a block number'],
    [ACTIONS, { start_from: {} }, 'start_from: '],
    [ACTIONS, { read_until: 'tomorrow' }, 'read_until: "tomorrow" is no block number and no time'],
    [ACTIONS, { read_until: 1e20 }, 'read_until: must be a block number or a time'],
    [ACTIONS, { ignore_live: 'yes' }, 'ignore_live: '],
    [ACTIONS, { filters: 'act.name' }, 'filters: '],
    [ACTIONS, { filters: [{ value: 'x' }] }, 'filters.0.field: '],
    [ACTIONS, { filters: [{ field: 'x', value: 'x', operator: 'like' }] }, 'filters.0.operator: '],
    [ACTIONS, { filters: Array.from({ length: 17 }, () => ({ field: 'x', value: 'x' })) }, 'filters: '],
    [ACTIONS, { filter_op: 'xor' }, 'filter_op: '],
    [ACTIONS, { irreversible_only: 'yes' }, 'irreversible_only: '],
    [
      ACTIONS,
      { contract: 'sys.token', replayOnReconnect: true },
      'replayOnReconnect: is not known; known: contract, account, action, filters, filter_op, start_from, ' +
        'read_until, ignore_live, irreversible_only',
    ],
    [
      DELTAS,
      { contract: 'sys.token' },
      'contract: is not known; known: code, table, scope, payer, filters, ',
    ],
    [
      ACTIONS,
      { filters: [{ field: 'x', value: 1, op: 'gt' }] },
      'filters.0.op: is not known; known: field, value, operator, asset',
    ],
    [
      ACTIONS,
      { filters: [{ field: 'x', value: 1, asset: 'usdt' }] },
      'filters.0.asset: must be a symbol code',
    ],
    [
      ACTIONS,
      { filters: [{ field: 'x', value: '1 USDT', asset: 'USDT' }] },
      'filters.0.value: must be a number beside asset',
    ],
    [
      ACTIONS,
      { filters: [{ field: 'x', value: 1, operator: 'contains', asset: 'USDT' }] },
      'filters.0.operator: must compare numbers beside asset',
    ],
    [DELTAS, { code: 'UPPER' }, 'code: "UPPER" is not a name'],
    [DELTAS, { table: 'a b' }, 'table: "a b" is not a name'],
    [DELTAS, { scope: 'a b' }, 'scope: "a b" is not a name'],
    [DELTAS, { scope: '18446744073709551616' }, 'scope: must be less than 2^64'],
    [DELTAS, { payer: '!' }, 'payer: "!" is not a name'],
  ])('%s refuses %j by its name', async (event, request, reason) => {
    expect(await ask(event, request)).toEqual({ status: 'FAIL', reason: expect.stringContaining(reason) });
  });

  it.each([null, 5, 'text', []])('a stream request that is %j is refused', async (request) => {
    expect(await ask(ACTIONS, request)).toMatchObject({ status: 'FAIL' });
    expect(await ask(DELTAS, request)).toMatchObject({ status: 'FAIL' });
  });

  it('requests that reached their read_until do not count among the 50 of a client', async () => {
    for (let count = 0; count < 50; count++)
      expect(await blocksOf(ACTIONS, { start_from: 1, read_until: 3 }, 1)).toContain(3);
    expect(await ask(ACTIONS, { account: 'alice' })).toMatchObject({ status: 'OK' });
  });

  it('a client has 50 requests at once, and another one after it cancelled one', async () => {
    const first = await ask(ACTIONS, { account: 'alice' });
    for (let count = 1; count < 50; count++)
      expect(await ask(ACTIONS, { account: 'alice' })).toMatchObject({ status: 'OK' });
    expect(await ask(DELTAS, { code: 'dex' })).toMatchObject({
      status: 'FAIL',
      reason: 'at most 50 requests of one client',
    });
    expect(await ask('cancel_stream_request', { reqUUID: first['reqUUID'] })).toMatchObject({ status: 'OK' });
    expect(await ask(DELTAS, { code: 'dex' })).toMatchObject({ status: 'OK' });
    expect(await ask('cancel_stream_request', { reqUUID: 'none' })).toMatchObject({ status: 'FAIL' });
  });
});
