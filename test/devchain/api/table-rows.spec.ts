import fc from 'fast-check';
import { nameToValue } from '@app/antelope';
import type { Served } from '../../../apps/devchain/src/http/serve';
import { type Json, NodeClient } from '../../harness/node/node-client';
import { serveIndexKindsContract, type Thing } from './support/index-kinds-contract';

interface Page {
  readonly rows: readonly (Json & { id: number })[];
  readonly more: boolean;
  readonly next_key: string;
}

const OWNERS = ['alice', 'bob', 'carol', 'a', 'zzzzzzzzzzzzj', 'eosio.token'];
const THINGS: readonly Thing[] = Array.from({ length: 40 }, (_unused, index) => ({
  id: BigInt(index * 7 + 1),
  owner: OWNERS[index % OWNERS.length]!,
  wide: BigInt((index * 37) % 23) << 70n,
  ratio: ((index * 13) % 17) / 4 - 2,
  hash: ((index * 29) % 31).toString(16).padStart(64, '0'),
  short: ((index * 31) % 29).toString(16).padStart(40, '0'),
}));

/** How an index is asked for, and what it sorts by; the text of a bound is the key's. */
const INDEXES: readonly [
  position: string,
  keyType: string,
  encodeType: string,
  key: (thing: Thing) => bigint | number,
  bound: (thing: Thing) => string,
][] = [
  ['', '', 'dec', ({ id }) => id, ({ id }) => String(id)],
  ['1', 'i64', 'dec', ({ id }) => id, ({ id }) => String(id)],
  ['2', 'i64', 'dec', ({ owner }) => nameToValue(owner), ({ owner }) => String(nameToValue(owner))],
  ['secondary', 'name', 'dec', ({ owner }) => nameToValue(owner), ({ owner }) => owner],
  ['tertiary', 'i128', 'dec', ({ wide }) => wide, ({ wide }) => String(wide)],
  ['3', 'i128', 'dec', ({ wide }) => wide, ({ wide }) => `0x${wide.toString(16)}`],
  ['fourth', 'float64', 'dec', ({ ratio }) => ratio, ({ ratio }) => String(ratio)],
  ['fifth', 'float128', 'dec', ({ ratio }) => ratio, ({ ratio }) => String(ratio)],
  ['sixth', 'sha256', 'dec', ({ hash }) => BigInt(`0x${hash}`), ({ hash }) => hash],
  ['6', 'i256', 'hex', ({ hash }) => BigInt(`0x${hash}`), ({ hash }) => hash],
  ['seventh', 'ripemd160', 'dec', ({ short }) => BigInt(`0x${short}`), ({ short }) => short],
  // As nodes have it, the index of a longer hash is found by its first 20 bytes, too.
  ['seventh', 'sha256', 'dec', ({ short }) => BigInt(`0x${short}`), ({ short }) => short],
  ['8', 'i256', 'dec', ({ wide }) => wide << 100n, ({ wide }) => String(wide << 100n)],
];

describe('table rows', () => {
  let served: Served;
  let node: NodeClient;
  beforeAll(async () => {
    served = await serveIndexKindsContract(THINGS);
    node = new NodeClient(served.url);
  });
  afterAll(() => served.close());

  const query = { code: 'indexkinds', scope: 'indexkinds', table: 'things', json: true };
  const page = (more: Json = {}) => node.read<Page>('get_table_rows', { ...query, ...more });
  const ids = ({ rows }: Page) => rows.map(({ id }) => id);

  describe.each(INDEXES)('by index %j of type %j in %s', (position, keyType, encodeType, key, bound) => {
    const index = { index_position: position, key_type: keyType, encode_type: encodeType };
    const sorted = THINGS.toSorted((left, right) => {
      const [leftKey, rightKey] = [key(left), key(right)];
      if (leftKey === rightKey) return left.id < right.id ? -1 : 1;
      return leftKey < rightKey ? -1 : 1;
    });

    it('get_table_rows answers the rows between the bounds, both included, in order and in reverse', async () => {
      const thing = fc.constantFrom(...THINGS);
      await fc.assert(
        fc.asyncProperty(fc.option(thing), fc.option(thing), fc.boolean(), async (lower, upper, reverse) => {
          const expected = sorted.filter(
            (each) => (!lower || key(each) >= key(lower)) && (!upper || key(each) <= key(upper)),
          );
          if (reverse) expected.reverse();
          const bounds = { lower_bound: lower ? bound(lower) : '', upper_bound: upper ? bound(upper) : '' };
          const { rows, more, next_key } = await page({ ...index, ...bounds, reverse, limit: 100 });
          expect(rows.map(({ id }) => BigInt(id))).toEqual(expected.map(({ id }) => id));
          expect([more, next_key]).toEqual([false, '']);
        }),
        { numRuns: 25 },
      );
    });

    it.each([false, true])(
      'get_table_rows returns the key of the next page (reverse: %s)',
      async (reverse) => {
        const first = await page({ ...index, reverse, limit: 10 });
        expect([first.rows.length, first.more]).toEqual([10, true]);
        const order = reverse ? sorted.toReversed() : sorted;
        // With key_type name the next key is a number nevertheless, which only the type i64 reads back.
        const following = { ...index, key_type: keyType === 'name' ? 'i64' : keyType };
        const from = reverse ? { upper_bound: first.next_key } : { lower_bound: first.next_key };
        const second = await page({ ...following, ...from, reverse, limit: 1 });
        expect(key(THINGS.find(({ id }) => id === BigInt(ids(second)[0]!))!)).toBe(key(order[10]!));
      },
    );
  });

  it('get_table_rows accepts limits as numbers and text; 0 returns no rows, -1 all', async () => {
    expect((await page()).rows).toHaveLength(10);
    expect((await page({ limit: '2' })).rows).toHaveLength(2);
    expect(await page({ limit: 0 })).toEqual({ rows: [], more: true, next_key: '1' });
    expect(await page({ limit: -1 })).toMatchObject({ rows: { length: THINGS.length }, more: false });
  });

  it('get_table_rows accepts 64-bit bounds as JSON numbers without rounding', async () => {
    const text = (bound: string) =>
      JSON.stringify({ ...query, lower_bound: 'HERE' }).replace('"HERE"', bound);
    const found = await node.read<Page>('get_table_rows', text('267'));
    expect(ids(found)).toEqual([267, 274]);
    const value = nameToValue('zzzzzzzzzzzzj');
    const owner = JSON.stringify({
      ...query,
      index_position: 2,
      key_type: 'i64',
      limit: 100,
      lower_bound: 'HERE',
    });
    const exact = await node.read<Page>('get_table_rows', owner.replace('"HERE"', String(value)));
    expect(new Set(exact.rows.map((row) => row.owner))).toEqual(new Set(['zzzzzzzzzzzzj']));
    const above = await node.read<Page>('get_table_rows', owner.replace('"HERE"', '18446744073709551615'));
    expect(above.rows).toEqual(exact.rows);
  });

  it('get_table_rows returns no rows for reversed bounds, an empty scope, an unknown index or wrong type', async () => {
    const empty = { rows: [], more: false, next_key: '' };
    expect(await page({ lower_bound: 50, upper_bound: 10 })).toEqual(empty);
    expect(await page({ scope: 'nobody' })).toEqual(empty);
    expect(await page({ scope: '5' })).toEqual(empty);
    expect(await page({ index_position: 'tenth', key_type: 'i64' })).toEqual(empty);
    expect(await page({ index_position: 2, key_type: 'i128' })).toEqual(empty);
  });

  it('get_table_rows formats rows as nodeos does, packs them on request and names the payer', async () => {
    const [thing] = (await page({ lower_bound: 8, limit: 1 })).rows;
    expect(thing).toEqual({
      id: 8,
      owner: 'bob',
      wide: String(14n << 70n),
      ratio: '1.25000000000000000',
      hash: '1d'.padStart(64, '0'),
      short: '02'.padStart(40, '0'),
    });
    const [packed] = (await page({ lower_bound: 8, limit: 1, json: false })).rows as unknown as string[];
    expect(packed).toMatch(/^0800000000000000[0-9a-f]{168}$/);
    const paid = await page({ lower_bound: 8, limit: 1, show_payer: true });
    expect(paid.rows).toEqual([{ data: thing, payer: 'indexkinds' }]);
    const unasked = await node.read<Page>('get_table_rows', {
      ...query,
      json: undefined,
      limit: 1,
      lower_bound: 8,
    });
    expect(unasked.rows).toEqual([packed]);
  });

  it('get_table_rows accepts null and unknown members, which eosjs and others send', async () => {
    const rows = {
      ...query,
      table_key: '',
      key_type: null,
      show_payer: null,
      time_limit_ms: null,
      extra: [],
    };
    expect(await node.read('get_table_rows', { ...rows, limit: 10 })).toEqual(await page());
  });

  it('get_table_rows returns fewer rows with `more` at the time limit, and paging reaches every row', async () => {
    const hasty = await serveIndexKindsContract(THINGS, () => () => true);
    const client = new NodeClient(hasty.url);
    const read: number[] = [];
    for (let from = '0', more = true; more;) {
      const answer = await client.read<Page>('get_table_rows', { ...query, lower_bound: from, limit: 100 });
      expect(answer.rows).toHaveLength(1);
      read.push(...ids(answer));
      ({ more, next_key: from } = answer);
    }
    await hasty.close();
    expect(read).toEqual(THINGS.map(({ id }) => Number(id)));
  });

  it('get_table_rows returns at most 1000 rows', async () => {
    const many = Array.from({ length: 1001 }, (_unused, index) => ({ ...THINGS[0]!, id: BigInt(index) }));
    const full = await serveIndexKindsContract(many);
    const answer = await new NodeClient(full.url).read<Page>('get_table_rows', { ...query, limit: -1 });
    await full.close();
    expect([answer.rows.length, answer.more, answer.next_key]).toEqual([1000, true, '1000']);
  });
});

describe('scopes', () => {
  let served: Served;
  let node: NodeClient;
  beforeAll(async () => {
    served = await serveIndexKindsContract(THINGS);
    node = new NodeClient(served.url);
  });
  afterAll(() => served.close());

  const scopes = (query: Json = {}) =>
    node.read<{ rows: Json[]; more: string }>('get_table_by_scope', { code: 'indexkinds', ...query });

  it('get_table_by_scope lists the tables of secondary indexes too, unless the request names a table', async () => {
    const all = await scopes();
    expect(all.rows.map(({ table }) => table)).toEqual(
      ['', '1', '2', '3', '4', '5', 'a'].map((index) => (index === '' ? 'things' : `things......${index}`)),
    );
    const row = {
      code: 'indexkinds',
      scope: 'indexkinds',
      table: 'things',
      payer: 'indexkinds',
      count: 2 * THINGS.length,
    };
    expect(await scopes({ table: 'things' })).toEqual({ rows: [row], more: '' });
  });

  it('get_table_by_scope counts skipped rows: a page may be empty and not be the last', async () => {
    const reversed = await scopes({ limit: 2, reverse: true, lower_bound: 'indexkinds' });
    expect([reversed.rows.length, reversed.more]).toEqual([2, 'indexkinds']);
    expect(await scopes({ table: 'nosuch', limit: 1 })).toEqual({ rows: [], more: 'indexkinds' });
    expect(await scopes({ lower_bound: 'zzz' })).toEqual({ rows: [], more: '' });
    expect(await scopes({ lower_bound: 'b', upper_bound: 'a' })).toEqual({ rows: [], more: '' });
  });
});
