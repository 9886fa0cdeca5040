import { serializeAbi, symbolCodeToValue } from '@app/antelope';
import { ABI, Serializer } from '@wharfkit/antelope';
import { name, SampleBlocks } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

const THING = {
  name: 'thing',
  base: '',
  fields: [
    { name: 'id', type: 'uint64' },
    { name: 'change', type: 'int64' },
    { name: 'weight', type: 'float64' },
    { name: 'quad', type: 'float128' },
    { name: 'owner', type: 'name' },
    { name: 'nobody', type: 'name' },
    { name: 'price', type: 'extended_asset' },
    { name: 'at', type: 'time_point' },
    { name: 'text', type: 'string' },
  ],
};
const layout = (text: string) =>
  ABI.from({
    version: 'eosio::abi/1.2',
    structs: [
      {
        ...THING,
        fields: THING.fields.map((field) => (field.name === 'text' ? { ...field, name: text } : field)),
      },
      { name: 'account', base: '', fields: [{ name: 'balance', type: 'asset' }] },
    ],
    tables: [
      { name: 'things', type: 'thing', index_type: 'i64', key_names: [], key_types: [] },
      { name: 'accounts', type: 'account', index_type: 'i64', key_names: [], key_types: [] },
    ],
  });
const ROW = {
  ...{ id: '18446744073709551615', change: '-9223372036854775808', weight: -0.1 },
  ...{ quad: '0x0000000000000000000000000000ff3f', owner: 'zzzzzzzzzzzzj', nobody: '' },
  price: { quantity: '0.000000000000000001 BIG', contract: 'sys.token' },
  ...{ at: '2030-01-01T00:00:00.123', text: 'a 🦀 \u0000' },
};

function blocks() {
  const made = new SampleBlocks();
  const abi = (text: string, globalSequence: bigint) => ({
    account: name('shop'),
    globalSequence,
    abi: serializeAbi(layout(text)),
  });
  const row = (table: string, value: Uint8Array, primaryKey: bigint) => ({
    ...{ code: name('shop'), scope: 0n, table: name(table), primaryKey, payer: 0n, present: true, value },
  });
  const { quad, ...others } = ROW;
  const thing = Serializer.encode({
    object: { ...others, quad: quad.slice(2) },
    type: 'thing',
    abi: layout('text'),
  }).array;
  const balance = Serializer.encode({
    object: { balance: '1.000000000000000001 BIG' },
    type: 'account',
    abi: layout('text'),
  }).array;
  return [
    made.next([], {
      abis: [abi('text', 0n)],
      deltas: [
        row('things', thing, 0n),
        row('things', thing.slice(0, -1), 2n ** 64n - 1n),
        row('accounts', balance, 1n),
      ],
      tokens: [
        {
          account: name('alice'),
          contract: name('shop'),
          symbolCode: symbolCodeToValue('BIG'),
          precision: 18,
          units: 2n ** 62n - 1n,
        },
      ],
    }),
    made.next([], { abis: [abi('words', 1000n)], deltas: [row('things', thing, 3n)] }),
    made.next([], {
      abis: [{ account: name('shop'), globalSequence: 1001n, abi: new Uint8Array() }],
      deltas: [row('things', thing, 4n)],
    }),
  ];
}

describe('data of rows', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks());
  });
  afterAll(() => history.close());

  const rows = (query: object) => history.get('/v2/history/get_deltas', { code: 'shop', ...query });

  it('data of rows has the bounds of integers, floats, empty names and 18 decimals as nodes print them', async () => {
    const { json } = await rows({ primary_key: 0 });
    expect(json['deltas']).toMatchObject([
      {
        scope: '',
        payer: '',
        primary_key: '0',
        data: { ...ROW, weight: '-0.10000000000000001' },
      },
    ]);
  });

  it('data of rows has the amount of a balance with every digit', async () => {
    const { text } = await rows({ table: 'accounts' });
    expect(text).toContain(
      '"data":{"balance":"1.000000000000000001 BIG","amount":1.000000000000000001,"symbol":"BIG"}',
    );
    const tokens = await history.get('/v2/state/get_tokens', { account: 'alice' });
    expect(tokens.text).toContain(
      '"symbol":"BIG","precision":18,"amount":4.611686018427387903,"contract":"shop"',
    );
  });

  it('data of rows is hex, and says so, where the row ends too early', async () => {
    const { json } = await rows({ primary_key: '18446744073709551615' });
    expect(json['deltas']).toMatchObject([
      { primary_key: '18446744073709551615', data: expect.stringMatching(/^ff[0-9a-f]+$/), ds_error: true },
    ]);
  });

  it('data of rows is decoded with the ABI after its block, and is hex after the ABI was removed', async () => {
    expect((await rows({ block_num: 3 })).json['deltas']).toMatchObject([{ data: { words: ROW.text } }]);
    expect((await rows({ block_num: 2, primary_key: 0 })).json['deltas']).toMatchObject([
      { data: { text: ROW.text } },
    ]);
    expect((await rows({ block_num: 4 })).json['deltas']).toMatchObject([
      { data: expect.stringMatching(/^[0-9a-f]+$/), ds_error: true },
    ]);
  });
});
