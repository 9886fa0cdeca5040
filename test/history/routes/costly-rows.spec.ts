import { serializeAbi } from '@app/antelope';
import { ABI } from '@wharfkit/antelope';
import { name, SampleBlocks, TOKEN_ABI_BYTES, transferAction } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

const CONTRACT = 'costly';
/** 9,900 empty structs in two bytes. */
const ROW = Uint8Array.of(0xac, 0x4d);
const LIST = 9_900;
const ROWS = 200;
/** Of these, 50 cost 500,000 fields. */
const FEW = 20;
const VICTIM = 'alice';
const TRANSFER = { from: 'bob', to: VICTIM, quantity: '1.0000 SYS', memo: '' };
const TABLES = ['empties', 'numbers', 'broken'];

const structs = [
  { name: 'empty', base: '', fields: [] },
  { name: 'empties', base: '', fields: [{ name: 'list', type: 'empty[]' }] },
  {
    name: 'broken',
    base: '',
    fields: [
      { name: 'list', type: 'empty[]' },
      { name: 'missing', type: 'uint8' },
    ],
  },
  { name: 'numbers', base: '', fields: [{ name: 'list', type: 'uint8[]' }] },
];
const LAYOUT = serializeAbi(
  ABI.from({
    version: 'eosio::abi/1.2',
    structs,
    actions: TABLES.map((action) => ({ name: action, type: action, ricardian_contract: '' })),
    tables: TABLES.map((table) => ({
      ...{ name: table, type: table, index_type: 'i64', key_names: [], key_types: [] },
    })),
  }),
);
/** A list of 100 numbers. */
const NUMBERS = Uint8Array.from([100, ...Array.from({ length: 100 }, (_, index) => index)]);

function blocks() {
  const row = (table: string, value: Uint8Array, primaryKey: number) => ({
    ...{ code: name(CONTRACT), table: name(table), scope: name(primaryKey < FEW ? 'few' : 'many') },
    ...{ primaryKey: BigInt(primaryKey), payer: name(CONTRACT), present: true, value },
  });
  const keys = Array.from({ length: ROWS }, (_, key) => key);
  const action = (type: string, notified: readonly string[] = []) => ({
    ...{ account: CONTRACT, name: type, actor: CONTRACT, data: ROW, notified },
  });
  return [
    new SampleBlocks().next(
      [
        [transferAction(TRANSFER.from, TRANSFER.to, TRANSFER.quantity)],
        ...keys.map(() => [action('empties', [VICTIM]), action('broken')]),
      ],
      {
        abis: [
          { account: name(CONTRACT), globalSequence: 1n, abi: LAYOUT },
          { account: name('sys.token'), globalSequence: 1n, abi: TOKEN_ABI_BYTES },
        ],
        deltas: [
          ...keys.map((key) => row('empties', ROW, key)),
          ...keys.map((key) => row('broken', ROW, key)),
          ...keys.map((key) => row('numbers', NUMBERS, key)),
        ],
      },
    ),
  ];
}

describe('rows that cost much', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks());
  });
  afterAll(() => history.close());

  const rowsOf = (table: string, query: object) =>
    history.get('/v2/state/get_table_rows', { contract: CONTRACT, table, ...query });
  const stateOf = (table: string, query: object) =>
    history.get('/v2/history/get_table_state', { code: CONTRACT, table, ...query });

  it.each(['empties', 'broken'])('a page of the table %s ends at the budget of a request', async (table) => {
    const refused = await rowsOf(table, { limit: ROWS });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('add a lower limit');
    expect((await rowsOf(table, { limit: FEW })).status).toBe(200);
  });

  it.each(['empties', 'broken'])('pages of the past table %s end there, and have all rows', async (table) => {
    const found: string[] = [];
    let after_key = '';
    do {
      const { status, json } = await stateOf(table, { limit: ROWS, after_key });
      expect(status).toBe(200);
      const rows = json['results'] as { primary_key: string }[];
      expect(rows.length * LIST).toBeLessThan(500_000 + 2 * LIST);
      expect(json['total']).toEqual({ value: rows.length, relation: 'gte' });
      found.push(...rows.map(({ primary_key }) => primary_key));
      after_key = json['next_key'] as string;
    } while (after_key !== '');
    expect(found).toEqual(Array.from({ length: ROWS }, (_row, key) => String(key)));
  });

  it.each(['empties', 'broken'])(
    'a search of the table %s ends at the budget of a request',
    async (table) => {
      for (const search of [
        { sort_by: '@pk' },
        { payer: CONTRACT, limit: 1 },
        { filters: '{"@pk":{"$gt":5}}' },
      ]) {
        const refused = await rowsOf(table, search);
        expect(refused.status).toBe(400);
        expect(refused.text).toContain('add scope');
        const { json } = await rowsOf(table, { ...search, scope: 'few' });
        expect(json['rows_count']).toBe('filters' in search ? FEW - 6 : FEW);
      }
    },
  );

  it('entries of lists that filters are compared with count for the budget of a request', async () => {
    const filterOf = (values: number) =>
      JSON.stringify({ list: { $nin: Array.from({ length: values }, (_, index) => 200 + index) } });
    expect((await rowsOf('numbers', { filters: filterOf(10) })).json['rows_count']).toBe(ROWS);
    expect((await rowsOf('numbers', { filters: filterOf(30) })).text).toContain('add scope');
  });

  it('costly actions of a contract hide no transfer that is on the same page', async () => {
    const { json } = await history.get('/v2/history/get_actions', { account: VICTIM, limit: ROWS + 1 });
    const actions = json['actions'] as { act: { name: string; data: unknown } }[];
    expect(actions).toHaveLength(ROWS + 1);
    expect(JSON.stringify(actions.at(-2)!.act.data)).toContain('ac4d');
    expect(actions.at(-1)!.act).toMatchObject({ name: 'transfer', data: TRANSFER });
  });

  it.each([
    ['get_deltas', { code: CONTRACT, table: 'empties', limit: ROWS }, 'deltas'],
    ['get_actions', { filter: `${CONTRACT}:empties`, limit: ROWS }, 'actions'],
  ])('a page of %s shows in hex what is beyond the budget of a request', async (route, query, member) => {
    const { status, json } = await history.get(`/v2/history/${route}`, { ...query });
    expect(status).toBe(200);
    const values = (json[member] as { data?: unknown; act?: { data: unknown } }[]).map(
      ({ data, act }) => data ?? act?.data,
    );
    expect(values).toHaveLength(ROWS);
    const isHex = values.map((value) => JSON.stringify(value).includes('ac4d'));
    // The first values are read, the others are not: never the reverse.
    const read = isHex.indexOf(true);
    expect(read).toBeGreaterThan(FEW);
    expect(read * LIST).toBeLessThan(500_000 + 2 * LIST);
    expect(isHex.slice(read)).toEqual(isHex.slice(read).map(() => true));
  });
});

describe('values whose names are long', () => {
  /** A field for each byte, each with a name of 32 characters that are escaped in JSON. */
  const FIELDS = 5_000;
  const BYTES = 8 * 1024 * 1024;
  const SHOWN = 40;
  const fields = Array.from({ length: FIELDS }, (_, index) => ({
    ...{ name: String(index).padEnd(32, '\u0001'), type: 'uint8' },
  }));
  const abi = serializeAbi(
    ABI.from({
      version: 'eosio::abi/1.2',
      structs: [{ name: 'wide', base: '', fields }],
      actions: [{ name: 'wide', type: 'wide', ricardian_contract: '' }],
      tables: [{ name: 'wide', type: 'wide', index_type: 'i64', key_names: [], key_types: [] }],
    }),
  );
  let history: SampleHistory;

  beforeAll(async () => {
    const data = new Uint8Array(FIELDS);
    const action = { account: CONTRACT, name: 'wide', actor: CONTRACT, data, notified: [VICTIM] };
    const rows = Array.from({ length: SHOWN }, (_, index) => ({
      ...{ code: name(CONTRACT), table: name('wide'), scope: name('all'), primaryKey: BigInt(index) },
      ...{ payer: name(CONTRACT), present: true, value: data },
    }));
    const payment = transferAction(TRANSFER.from, TRANSFER.to, TRANSFER.quantity);
    const written = new SampleBlocks().next([...rows.map(() => [action]), [payment]], {
      abis: [
        { account: name(CONTRACT), globalSequence: 1n, abi },
        { account: name('sys.token'), globalSequence: 1n, abi: TOKEN_ABI_BYTES },
      ],
      deltas: rows,
    });
    history = await SampleHistory.start([written]);
  });
  afterAll(() => history.close());

  it('a page of actions is shorter than a gateway reads, and shows the transfer behind them', async () => {
    const query = { account: VICTIM, sort: 'asc', limit: 100 };
    const { text, json } = await history.get('/v2/history/get_actions', query);
    expect(text.length).toBeLessThan(BYTES);
    const actions = json['actions'] as { act: { data: object } }[];
    expect(actions).toHaveLength(SHOWN + 1);
    expect(actions.at(-1)!.act.data).toMatchObject(TRANSFER);
    expect(Object.keys(actions[0]!.act.data)).toHaveLength(FIELDS);
  });

  it('a page of rows is shorter than a gateway reads', async () => {
    const { text, json } = await history.get('/v2/history/get_deltas', { code: CONTRACT, limit: 100 });
    expect(text.length).toBeLessThan(BYTES);
    expect(json['deltas']).toHaveLength(SHOWN);
  });
});
