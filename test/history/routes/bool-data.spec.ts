import { bytesToHex, serializeAbi } from '@app/antelope';
import { ABI, Serializer } from '@wharfkit/antelope';
import { io } from 'socket.io-client';
import { name, sampleId, SampleBlocks } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

interface ShownAction {
  readonly act: { readonly data: { readonly flag: unknown } };
}

const LAYOUT = ABI.from({
  structs: [
    {
      ...{ name: 'switch', base: '' },
      fields: [
        { name: 'flag', type: 'bool' },
        { name: 'others', type: 'bool[]' },
      ],
    },
  ],
  actions: [{ name: 'switch', type: 'switch', ricardian_contract: '' }],
  tables: [{ name: 'switches', type: 'switch', index_type: 'i64', key_names: [], key_types: [] }],
});
const packed = (flag: boolean): Uint8Array =>
  Serializer.encode({ object: { flag, others: [!flag] }, type: 'switch', abi: LAYOUT }).array;
const action = (flag: boolean) => ({
  ...{ account: 'shop', name: 'switch', actor: 'alice', data: packed(flag) },
});

/** One transaction with both values, and a row with each of them. */
function blocks() {
  const made = new SampleBlocks();
  const row = (flag: boolean) => ({
    ...{ code: name('shop'), scope: 0n, table: name('switches'), primaryKey: BigInt(flag), payer: 0n },
    ...{ present: true, value: packed(flag) },
  });
  return [
    made.next([], { abis: [{ account: name('shop'), globalSequence: 0n, abi: serializeAbi(LAYOUT) }] }),
    made.next([[action(true), action(false)]], { deltas: [row(false), row(true)] }),
  ];
}

const AS_HYPERION = [
  { flag: true, others: [false] },
  { flag: false, others: [true] },
];
const AS_NODES = [
  { flag: 1, others: [0] },
  { flag: 0, others: [1] },
];

describe('bool in data', () => {
  const id = bytesToHex(sampleId(3, 1));
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks(), { irreversibleNum: 2, streamBuffer: 100 });
  });
  afterAll(() => history.close());

  const found = (query: object = {}): Promise<{ actions: ShownAction[] }> =>
    history.read('/v2/history/get_actions', { filter: 'shop:switch', sort: 'asc', ...query });

  /** Entries that a stream sends of the past. */
  async function streamed(event: string, request: object): Promise<unknown[]> {
    const socket = io(history.url, { path: '/stream', transports: ['websocket'] });
    const entries: unknown[] = [];
    const isComplete = new Promise<void>((resolve) => {
      socket.on('message', ({ type, messages = [] }: { type?: string; messages?: unknown[] }) => {
        entries.push(...messages);
        if (type === 'history_end') resolve();
      });
    });
    const answer: unknown = await socket.emitWithAck(event, { ...request, start_from: 1, ignore_live: true });
    expect(answer).toMatchObject({ status: 'OK' });
    await isComplete;
    socket.disconnect();
    return entries;
  }

  it('bool is true and false in the answers of Hyperion', async () => {
    const { actions } = await found();
    expect(actions.map(({ act }) => act.data)).toEqual(AS_HYPERION);
    const { simple_actions } = await history.read<{ simple_actions: { data: unknown }[] }>(
      '/v2/history/get_actions',
      { filter: 'shop:switch', sort: 'asc', simple: true },
    );
    expect(simple_actions.map(({ data }) => data)).toEqual(AS_HYPERION);
    const transaction = await history.read<{ actions: ShownAction[] }>('/v2/history/get_transaction', { id });
    expect(transaction.actions.map(({ act }) => act.data)).toEqual(AS_HYPERION);
    const { deltas } = await history.read<{ deltas: { data: unknown }[] }>('/v2/history/get_deltas', {
      code: 'shop',
    });
    expect(deltas.map(({ data }) => data)).toEqual(AS_HYPERION);
  });

  it('bool is 1 and 0 in the answers of nodes', async () => {
    const listed = await history.post<{ actions: { action_trace: ShownAction }[] }>(
      '/v1/history/get_actions',
      { account_name: 'shop', pos: -1, offset: -10 },
    );
    expect(listed.json.actions.map(({ action_trace }) => action_trace.act.data)).toEqual(AS_NODES);
    const one = await history.post<{ traces: ShownAction[] }>('/v1/history/get_transaction', { id });
    expect(one.json.traces.map(({ act }) => act.data)).toEqual(AS_NODES);
    const traced = await history.post<{ actions: { params: unknown }[] }>(
      '/v1/trace_api/get_transaction_trace',
      { id },
    );
    expect(traced.json.actions.map(({ params }) => params)).toEqual(AS_NODES);
  });

  it.each([
    ['true', [true]],
    ['1', [true]],
    ['false', [false]],
    ['0', [false]],
    ['!1', [false]],
    ['!false', [true]],
    ['yes', []],
  ])('bool is found by %s in get_actions and in streams, which show the same', async (value, expected) => {
    const { actions } = await found({ 'act.data.flag': value });
    expect(actions.map(({ act }) => act.data.flag)).toEqual(expected);
    const filter = value.startsWith('!')
      ? { value: value.slice(1), operator: 'ne' }
      : { value, operator: 'eq' };
    const filters = [{ field: 'act.data.flag', ...filter }];
    expect(await streamed('action_stream_request', { contract: 'shop', filters })).toEqual(actions);
  });

  it('bool of a row is the same in streams and in get_deltas', async () => {
    const { deltas } = await history.read<{ deltas: object[] }>('/v2/history/get_deltas', {
      code: 'shop',
      primary_key: 1,
    });
    const filters = [{ field: 'data.flag', value: true }];
    expect(await streamed('delta_stream_request', { code: 'shop', filters })).toEqual(deltas);
  });
});
