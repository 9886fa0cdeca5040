import {
  balanceRow,
  name,
  SampleBlocks,
  sampleId,
  START_MS,
  TOKEN_ABI_BYTES,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

interface Delta {
  readonly block_num: number;
  readonly scope: string;
  readonly present: number;
  readonly data: Record<string, unknown>;
}

interface Answer {
  readonly deltas: readonly Delta[];
  readonly total: { readonly value: number; readonly relation: string };
  readonly next_cursor?: string;
}

const SYS = 5_462_355n;
const OWNERS = ['alice', 'bob', 'carol'];

/** Block 2: the ABI. Blocks 3 to 12: a balance of each owner; the last removes that of carol. */
function blocks() {
  const made = new SampleBlocks();
  const balances = (units: number) =>
    OWNERS.map((owner) => ({
      code: name('sys.token'),
      scope: name(owner),
      table: name('accounts'),
      primaryKey: SYS,
      payer: name(owner === 'bob' ? 'alice' : owner),
      present: !(units === 10 && owner === 'carol'),
      value: balanceRow(`${units}.5000 SYS`),
    }));
  const raw = {
    code: name('noabi'),
    scope: SYS,
    table: name('things'),
    primaryKey: 18_446_744_073_709_551_615n,
    payer: name('noabi'),
    present: true,
    value: new Uint8Array([1, 2, 255]),
  };
  return [
    made.next([], { abis: [{ account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES }] }),
    ...Array.from({ length: 10 }, (_unused, index) => made.next([], { deltas: balances(index + 1) })),
    made.next([], { deltas: [raw] }),
  ];
}

describe('GET /v2/history/get_deltas', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks());
  });
  afterAll(() => history.close());

  const get = (query: Record<string, unknown> = {}): Promise<Answer> =>
    history.read<Answer>('/v2/history/get_deltas', query);
  const refusal = async (query: Record<string, unknown>): Promise<string> => {
    const { status, json } = await history.get('/v2/history/get_deltas', query);
    expect(status).toBe(400);
    return String(json['message']);
  };

  it.each([
    ['alternatives of scope', { scope: 'alice,bob' }, 20],
    ['alternatives of code', { code: 'sys.token,noabi' }, 31],
    ['alternatives of table', { table: 'accounts,things' }, 31],
    ['an excluded code', { code: '!sys.token' }, 1],
    ['an excluded scope besides a code', { code: 'sys.token', scope: '!bob' }, 20],
    ['two excluded scopes', { code: 'sys.token', scope: '!bob,!alice' }, 10],
    ['an excluded table', { table: '!accounts' }, 1],
    ['alternatives of payer', { payer: 'carol,noabi' }, 11],
    ['an excluded payer', { payer: '!alice', table: 'accounts' }, 10],
    ['alternatives besides present', { scope: 'alice,carol', present: 0 }, 1],
  ])('%s is a condition of get_deltas', async (_title, query, count) => {
    expect((await get({ track: 'true', ...query })).total).toEqual({ value: count, relation: 'eq' });
  });

  it('get_deltas refuses a wrong name among alternatives by its parameter', async () => {
    expect(await refusal({ code: 'alice,UPPER' })).toBe('code: "UPPER" is not a name');
    expect(await refusal({ payer: '!UPPER' })).toBe('payer: "UPPER" is not a name');
  });

  it('get_deltas answers a changed row with the members that clients read', async () => {
    const { deltas, total } = await get({ code: 'sys.token', scope: 'alice', limit: 1 });
    expect(total).toEqual({ value: 10, relation: 'eq' });
    expect(deltas).toEqual([
      {
        timestamp: '2030-01-01T00:00:06.000',
        present: 1,
        code: 'sys.token',
        scope: 'alice',
        table: 'accounts',
        primary_key: String(SYS),
        payer: 'alice',
        block_num: 12,
        block_id: Buffer.from(sampleId(12)).toString('hex'),
        data: { balance: '10.5000 SYS', amount: 10.5, symbol: 'SYS' },
      },
    ]);
  });

  it('get_deltas shows a row without a fitting ABI in hex, and every digit of its key', async () => {
    const { deltas } = await get({ code: 'noabi' });
    expect(deltas).toEqual([
      expect.objectContaining({ data: '0102ff', ds_error: true, primary_key: '18446744073709551615' }),
    ]);
  });

  it.each([
    ['no condition', {}, 31],
    ['code', { code: 'sys.token' }, 30],
    ['scope', { scope: 'bob' }, 10],
    ['a scope that is a symbol code', { scope: 'SYS' }, 1],
    ['table', { table: 'accounts' }, 30],
    ['payer', { payer: 'alice' }, 20],
    ['present=0', { present: 0 }, 1],
    ['present=1', { present: 1 }, 30],
    ['primary_key', { primary_key: String(SYS) }, 30],
    ['block_num', { block_num: 4 }, 3],
    ['code, scope and table', { code: 'sys.token', scope: 'carol', table: 'accounts' }, 10],
    ['an unknown payer', { payer: 'nobody' }, 0],
  ])('%s is a condition of get_deltas', async (_what, query, count) => {
    expect((await get(query)).total).toEqual({ value: count, relation: 'eq' });
  });

  it('after and before of get_deltas are inclusive block numbers or times', async () => {
    const time = (block: number): string => new Date(START_MS + block * 500).toISOString();
    const blocksOf = ({ deltas }: Answer): number[] => deltas.map(({ block_num }) => block_num);
    expect(blocksOf(await get({ scope: 'alice', after: 5, before: 7 }))).toEqual([7, 6, 5]);
    expect(blocksOf(await get({ scope: 'alice', after: time(5), before: time(6) }))).toEqual([6, 5]);
  });

  it('get_deltas has 10 rows without a limit and 1000 at most, skips and sorts', async () => {
    expect((await get()).deltas).toHaveLength(10);
    expect((await get({ limit: 5000 })).deltas).toHaveLength(31);
    const [first] = (await get({ sort: 'asc', limit: 1 })).deltas;
    expect(first).toMatchObject({ block_num: 3, scope: 'alice' });
    expect((await get({ sort: 'asc', skip: 1, limit: 1 })).deltas[0]).toMatchObject({ scope: 'bob' });
    expect((await get({ track: 3 })).total).toEqual({ value: 3, relation: 'gte' });
  });

  it('get_deltas refuses wrong values by name', async () => {
    expect(await refusal({ present: 2 })).toBe('present: must be 0 or 1');
    expect(await refusal({ present: '' })).toBe('present must be an integer number');
    expect(await refusal({ primary_key: '!' })).toContain('primary_key: "!" is not a name');
    expect(await refusal({ sort: 'up' })).toContain('sort must be one of the following values');
    expect(await refusal({ block_num: 0 })).toBe('block_num must not be less than 1');
    expect(await refusal({ cursor: 'next' })).toBe('cursor: must be the next_cursor of the page before');
    expect(await refusal({ payer: Array.from({ length: 17 }, () => 'bob').join() })).toBe(
      'payer: at most 16 values of one member',
    );
    expect(await refusal({ code: 'UPPER.x' })).toContain('code:');
    expect(await refusal({ skip: 10_001 })).toContain('skip is above');
  });

  it.each(['desc', 'asc'])('next_cursor of get_deltas pages through all rows once, %s', async (sort) => {
    const key = ({ block_num, scope }: Delta): string => `${block_num} ${scope}`;
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Answer = await get({ sort, limit: 4, ...(cursor === undefined ? {} : { cursor }) });
      found.push(...page.deltas.map(key));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(found).toEqual((await get({ sort, limit: 1000 })).deltas.map(key));
    expect(found).toHaveLength(31);
  });
});
