import { bytesToHex, serializeAbi } from '@app/antelope';
import { ABI, Action, Serializer } from '@wharfkit/antelope';
import { ServedChain } from '../../harness/history/served-chain';
import { packedBody } from '../../harness/signing/signing-client';

interface ShownAction {
  readonly act: { readonly account: string; readonly name: string; readonly data: Record<string, unknown> };
  readonly ds_error?: boolean;
}
interface TracedAction {
  readonly receiver: string;
  readonly action: string;
  readonly data: string;
  readonly params?: unknown;
}

const TYPES = [
  ...['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'int128', 'uint128'],
  ...['varint32', 'varuint32', 'float32', 'float64', 'bool', 'name', 'string', 'bytes', 'asset', 'symbol'],
  ...['symbol_code', 'extended_asset', 'time_point', 'time_point_sec', 'block_timestamp_type', 'checksum256'],
  ...['public_key', 'string?', 'uint64[]', 'variant_value'],
];
const actionOf = (type: string): string => `v${'abcdefghijklmnopqrstuvwxyz12345'[TYPES.indexOf(type)] ?? ''}`;
const entry = (name: string) => ({ name, type: name, ricardian_contract: '' });

const LAYOUT = {
  version: 'eosio::abi/1.2',
  structs: [
    ...TYPES.map((type) => ({ name: actionOf(type), base: '', fields: [{ name: 'value', type }] })),
    {
      name: 'transfer',
      base: '',
      fields: [
        { name: 'from', type: 'name' },
        { name: 'to', type: 'name' },
        { name: 'quantity', type: 'asset' },
        { name: 'memo', type: 'string' },
      ],
    },
  ],
  actions: [...TYPES.map(actionOf), 'transfer'].map(entry),
  variants: [{ name: 'variant_value', types: ['uint64', 'string'] }],
};
const CONTRACT_ABI = ABI.from(LAYOUT);
/** The same actions, whose members have another name. */
const RENAMED_ABI = ABI.from({
  ...LAYOUT,
  structs: LAYOUT.structs.map((struct) => ({
    ...struct,
    fields: struct.fields.map((field) => ({ ...field, name: `new_${field.name}` })),
  })),
});
const KEY = 'EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV';

/** Values as the encoder of a client library takes them, and as nodes print them. */
const VALUES: [string, unknown, unknown][] = [
  ['int8', -128, -128],
  ['uint8', 255, 255],
  ['int16', -32768, -32768],
  ['uint16', 65535, 65535],
  ['int32', -2147483648, -2147483648],
  ['uint32', 4294967295, 4294967295],
  ['int64', '-9223372036854775808', '-9223372036854775808'],
  ['int64', '9223372036854775807', '9223372036854775807'],
  ['int64', -4294967295, -4294967295],
  ['int64', '-4294967296', '-4294967296'],
  ['uint64', '18446744073709551615', '18446744073709551615'],
  ['uint64', 4294967295, 4294967295],
  ['uint64', 4294967296, '4294967296'],
  ['uint64', 0, 0],
  ['int128', '-170141183460469231731687303715884105728', '-170141183460469231731687303715884105728'],
  ['uint128', '340282366920938463463374607431768211455', '340282366920938463463374607431768211455'],
  ['uint128', 1, '1'],
  ['varint32', -2147483648, -2147483648],
  ['varuint32', 4294967295, 4294967295],
  ['float32', 0.5, '0.50000000000000000'],
  ['float64', 0.1, '0.10000000000000001'],
  ['float64', 123456789.125, '123456789.12500000000000000'],
  ['bool', true, 1],
  ['name', '', ''],
  ['name', 'zzzzzzzzzzzzj', 'zzzzzzzzzzzzj'],
  ['name', 'eosio.abcdefg', 'eosio.abcdefg'],
  ['string', '', ''],
  ['string', 'zażółć 🦀 "quoted" \\ \n \u0000 \u2028', 'zażółć 🦀 "quoted" \\ \n \u0000 \u2028'],
  ['bytes', '', ''],
  ['bytes', '00ff', '00ff'],
  ['asset', '1.000000000000000001 BIG', '1.000000000000000001 BIG'],
  ['asset', '-4611686018427387903 ABCDEFG', '-4611686018427387903 ABCDEFG'],
  ['asset', '4.611686018427387903 TOP', '4.611686018427387903 TOP'],
  ['symbol', '18,BIG', '18,BIG'],
  ['symbol_code', 'BIG', 'BIG'],
  [
    'extended_asset',
    { quantity: '0.000000000000000001 BIG', contract: 'sys.token' },
    { quantity: '0.000000000000000001 BIG', contract: 'sys.token' },
  ],
  ['time_point', '2030-01-01T00:00:00.123', '2030-01-01T00:00:00.123'],
  ['time_point_sec', '2030-01-01T00:00:01', '2030-01-01T00:00:01'],
  ['block_timestamp_type', '2030-01-01T00:00:00.500', '2030-01-01T00:00:00.500'],
  ['checksum256', 'ab'.repeat(32), 'ab'.repeat(32)],
  ['public_key', KEY, KEY],
  ['string?', null, null],
  ['string?', 'there', 'there'],
  ['uint64[]', [], []],
  ['uint64[]', ['18446744073709551615', 1], ['18446744073709551615', 1]],
  ['variant_value', ['uint64', '18446744073709551615'], ['uint64', '18446744073709551615']],
  ['variant_value', ['string', '🦀'], ['string', '🦀']],
];

const EMPTY_TEXT = VALUES.findIndex(([type]) => type === 'string');
/** The 32nd unit of its UTF-16 form is the first half of a character. */
const LONG_TEXT = `x${'🦀'.repeat(150)}`;

describe('data of actions, from a transaction of the chain to the routes of its history', () => {
  let served: ServedChain;
  const byId = new Map<string, string>();

  beforeAll(async () => {
    served = await ServedChain.start();
    await send(actionOf('string'), encoded('string', 'before any ABI'), 'before');
    await setAbi(CONTRACT_ABI);
    for (const [index, [type, value]] of VALUES.entries())
      await send(actionOf(type), encoded(type, value), `value ${index}`);
    await transfer('1.000000000000000001 BIG', 'a 🦀 memo', 'exact');
    await transfer('4.611686018427387903 TOP', 'top', 'top');
    await transfer('0.000000000000000001 BIG', 'least', 'least');
    await send(actionOf('string'), '05ff', 'short');
    await send(actionOf('string'), '', 'empty');
    await send('unknown', '01ff', 'unknown');
    await send(actionOf('string'), '03fffe41', 'invalid UTF-8');
    await send(actionOf('string'), '03eda080', 'surrogate');
    await send(actionOf('string'), encoded('string', LONG_TEXT), 'long');
    await setAbi(RENAMED_ABI);
    await send(actionOf('string'), encoded('string', 'after'), 'renamed');
    await pushed(
      [
        Action.from({ ...raw(actionOf('string'), encoded('string', 'one')) }),
        await abiAction(new Uint8Array()),
        Action.from({ ...raw(actionOf('string'), encoded('string', 'two')) }),
      ],
      'removed within the transaction',
    );
    await served.chain.produce(2);
    await served.caughtUp();
  });
  afterAll(() => served.close());

  const encoded = (type: string, value: unknown): string =>
    Serializer.encode({ object: { value }, type: actionOf(type), abi: CONTRACT_ABI }).hexString;
  const raw = (name: string, data: string) => ({
    account: 'alice',
    name,
    authorization: [{ actor: 'alice', permission: 'active' }],
    data,
  });
  const send = (name: string, data: string, title: string): Promise<void> =>
    pushed([Action.from(raw(name, data))], title);
  const transfer = (quantity: string, memo: string, title: string): Promise<void> =>
    send(
      'transfer',
      Serializer.encode({
        object: { from: 'alice', to: 'zzzzzzzzzzzzj', quantity, memo },
        type: 'transfer',
        abi: CONTRACT_ABI,
      }).hexString,
      title,
    );
  const setAbi = async (abi: ABI): Promise<void> => pushed([await abiAction(serializeAbi(abi))], 'setabi');

  async function abiAction(abi: Uint8Array): Promise<Action> {
    const { actions } = await served.chain.node.transaction([
      {
        account: 'eosio',
        name: 'setabi',
        authorization: [{ actor: 'alice', permission: 'active' }],
        data: { account: 'alice', abi: bytesToHex(abi) },
      },
    ]);
    return actions[0]!;
  }

  async function pushed(actions: Action[], title: string): Promise<void> {
    const { node } = served.chain;
    const transaction = await node.transaction([]);
    transaction.actions = actions;
    const { chain_id } = await node.read<{ chain_id: string }>('get_info');
    const signature = node.keyOf('alice').signDigest(transaction.signingDigest(chain_id));
    const { status, text, json } = await node.post<{ transaction_id: string }>(
      'send_transaction',
      packedBody(transaction, [signature]),
    );
    if (status !== 202) throw new Error(`${title}: ${text}`);
    byId.set(title, json.transaction_id);
    // Equal bytes in the next block are another transaction.
    await served.chain.produce(1);
  }

  const idOf = (title: string): string => byId.get(title)!;

  async function shown(title: string, query: object = {}): Promise<ShownAction[]> {
    const { actions } = await served.read<{ actions: ShownAction[] }>('/v2/history/get_actions', {
      ...{ trx_id: idOf(title), sort: 'asc' },
      ...query,
    });
    return actions;
  }
  const textOf = async (title: string): Promise<string> =>
    (await served.get('/v2/history/get_actions', { trx_id: idOf(title) })).text;
  const foundBy = async (query: Readonly<Record<string, string>>): Promise<number> =>
    (
      await served.read<{ total: { value: number } }>('/v2/history/get_actions', {
        ...{ account: 'alice', 'act.account': 'alice', track: 'true' },
        ...query,
      })
    ).total.value;

  it.each(VALUES.map((value, index) => [...value, index] as const))(
    'the %s %j is shown as %j by all routes, a bool as a word by those of Hyperion',
    async (type, value, expected, index) => {
      const title = `value ${index}`;
      const id = idOf(title);
      const data = { value: expected };
      const ofHyperion = { value: type === 'bool' ? value : expected };
      expect(await shown(title)).toMatchObject([{ act: { data: ofHyperion } }]);
      const { json: transaction } = await served.get('/v2/history/get_transaction', { id });
      expect(transaction).toMatchObject({ actions: [{ act: { data: ofHyperion } }] });
      const { json: legacy } = await served.post('/v1/history/get_transaction', { id });
      expect(legacy).toMatchObject({ traces: [{ act: { data } }] });
      const { json: trace } = await served.post('/v1/trace_api/get_transaction_trace', { id });
      expect(trace).toMatchObject({ actions: [{ params: data }] });
    },
  );

  it.each([
    ['exact', '1.000000000000000001', 'BIG', 'a 🦀 memo'],
    ['top', '4.611686018427387903', 'TOP', 'top'],
    ['least', '0.000000000000000001', 'BIG', 'least'],
  ])('the amount of the transfer %s has every digit: %s %s', async (title, amount, symbol, memo) => {
    expect(await textOf(title)).toContain(
      `"data":{"from":"alice","to":"zzzzzzzzzzzzj","amount":${amount},"symbol":"${symbol}",` +
        `"quantity":"${amount} ${symbol}","memo":"${memo}"}`,
    );
  });

  it.each([
    ['a number with 18 decimals', { 'act.data.amount': '1.000000000000000001' }, 1],
    ['a number that a double takes for the former', { 'act.data.amount': '1' }, 0],
    ['the least unit', { 'act.data.amount': '0.000000000000000001' }, 1],
    ['a text with an emoji', { 'act.data.memo': 'a 🦀 memo' }, 1],
    ['a name of 13 characters', { 'transfer.to': 'zzzzzzzzzzzzj' }, 3],
    ['a symbol with its precision', { 'transfer.symbol': '18,BIG' }, 2],
    ['the largest uint64', { 'act.data.value': '18446744073709551615' }, 3],
  ])('get_actions finds %s among the data', async (_title, query, count) => {
    expect(await foundBy(query)).toBe(count);
  });

  it.each([
    ['an action before its account has an ABI', 'before'],
    ['data that ends too early', 'short'],
    ['data without a byte', 'empty'],
    ['an action that the ABI does not have', 'unknown'],
  ])('all routes show hex and ds_error, and no params, for %s', async (_title, title) => {
    const id = idOf(title);
    const { json: trace } = await served.post<{ actions: TracedAction[] }>(
      '/v1/trace_api/get_transaction_trace',
      { id },
    );
    const hex = trace.actions[0]?.data;
    expect(trace.actions[0]).not.toHaveProperty('params');
    expect(await shown(title)).toMatchObject([{ act: { data: hex }, ds_error: true }]);
    const { json: legacy } = await served.post('/v1/history/get_transaction', { id });
    expect(legacy).toMatchObject({ traces: [{ act: { data: hex, hex_data: hex } }] });
    const simple = await served.read('/v2/history/get_actions', { trx_id: id, simple: true });
    expect(simple['simple_actions']).toMatchObject([{ data: hex }]);
  });

  it.each([
    ['invalid UTF-8', '\ufffd\ufffdA'],
    ['surrogate', '\ufffd\ufffd\ufffd'],
  ])('data with %s has the replacement character, and the answer is valid UTF-8', async (title, expected) => {
    const response = await fetch(`${served.url}/v2/history/get_actions?trx_id=${idOf(title)}`);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer());
    expect(text).toContain(`"data":{"value":"${expected}"}`);
    const { json } = await served.post('/v1/trace_api/get_transaction_trace', { id: idOf(title) });
    expect(json).toMatchObject({ actions: [{ data: expect.stringMatching(/^03/) }] });
  });

  it('noBinary cuts a text between characters, not within one', async () => {
    const [action] = await shown('long', { noBinary: true });
    expect(action?.act.data['value']).toBe(`x${'🦀'.repeat(15)}...`);
  });

  it('data of an action is decoded with the ABI of its time, before and after a new one', async () => {
    expect(await shown(`value ${EMPTY_TEXT}`)).toMatchObject([{ act: { data: { value: '' } } }]);
    expect(await shown('renamed')).toMatchObject([{ act: { data: { new_value: 'after' } } }]);
    const [one, , two] = await shown('removed within the transaction');
    expect(one?.act.data).toEqual({ new_value: 'one' });
    expect(two).toMatchObject({ act: { data: encoded('string', 'two') }, ds_error: true });
  });
});
