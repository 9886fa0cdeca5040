import { ContractProfile, developmentProfileFile, readProfile } from '@app/networks';
import type { TableRowsQuery } from '@app/upstream';
import { readAccountRows } from './account-rows';

const profile = readProfile(developmentProfileFile());
const { loans, ...tables } = profile.entries().tables;
const withoutIndex = new ContractProfile('x.yaml', {
  ...profile.entries(),
  tables: { ...tables, loans: { ...loans, account_index: undefined } },
});
const ROWS = [
  { id: 1, account: 'alice' },
  { id: 2, account: 'bob' },
];

/** A chain that answers every query with the same page and remembers what was asked. */
function chainOf(more: boolean) {
  const asked: TableRowsQuery[] = [];
  const tableRows = (query: TableRowsQuery) => {
    asked.push(query);
    return Promise.resolve({ rows: ROWS, more, nextKey: '', bytes: 1 });
  };
  return { tableRows, asked };
}

describe('rows of an account', () => {
  it('rows of an account are read by the index over accounts', async () => {
    const chain = chainOf(false);
    const read = await readAccountRows(chain, profile, { table: 'loans', account: 'alice', reverse: true });
    expect(read).toEqual({ rows: [ROWS[0]], more: false });
    expect(chain.asked).toEqual([
      {
        ...{ code: 'loan', scope: 'loan', table: 'loan', index_position: '2', key_type: 'name' },
        ...{ lower_bound: 'alice', upper_bound: 'alice', limit: 500, reverse: true },
      },
    ]);
  });

  it('rows of an account are those of the page where there is no such index, and the page may not be all', async () => {
    const chain = chainOf(true);
    expect(await readAccountRows(chain, withoutIndex, { table: 'loans', account: 'alice' })).toEqual({
      rows: [ROWS[0]],
      more: true,
    });
    expect(chain.asked).toEqual([{ code: 'loan', scope: 'loan', table: 'loan', limit: 500 }]);
  });

  it('rows of an account are looked for in a whole page there, however few are wanted', async () => {
    const chain = chainOf(false);
    const wanted = { table: 'loans', account: 'bob', maxRows: 1 } as const;
    expect(await readAccountRows(chain, withoutIndex, wanted)).toEqual({ rows: [ROWS[1]], more: false });
    expect(chain.asked[0]).toMatchObject({ limit: 500 });
  });

  it('rows of an account in several pages are found once for all reads that share the pages', async () => {
    let looks = 0;
    const row = (id: number, name: string) => ({
      id,
      get account() {
        looks += 1;
        return name;
      },
    });
    const pages = [
      // The rows at the border are also compared with each other.
      { rows: [row(1, 'alice'), { id: 2, account: 'bob' }], more: true, nextKey: '3', bytes: 1 },
      { rows: [{ id: 3, account: 'bob' }, row(4, 'alice')], more: false, nextKey: '', bytes: 1 },
    ];
    const tableRows = ({ lower_bound }: TableRowsQuery) =>
      Promise.resolve(lower_bound === '3' ? pages[1]! : pages[0]!);
    const idsOf = async (account: string): Promise<number[]> => {
      const { rows, more } = await readAccountRows({ tableRows }, withoutIndex, { table: 'loans', account });
      expect(more).toBe(false);
      return (rows as unknown as { id: number }[]).map(({ id }) => id);
    };
    expect(await idsOf('alice')).toEqual([1, 4]);
    expect(await idsOf('bob')).toEqual([2, 3]);
    expect(await idsOf('carol')).toEqual([]);
    expect(looks).toBe(2);
  });

  it('rows of an account are those of all accounts when no account is named', async () => {
    const wanted = { table: 'loans', account: undefined, maxRows: 100 } as const;
    expect(await readAccountRows(chainOf(false), profile, wanted)).toEqual({ rows: ROWS, more: false });
  });

  it('rows of an account begin at the given bound, in their order', async () => {
    const chain = chainOf(false);
    const wanted = { table: 'loans', account: undefined, from: 7n, maxRows: 3 } as const;
    await readAccountRows(chain, profile, wanted);
    await readAccountRows(chain, profile, { ...wanted, reverse: true });
    const table = { code: 'loan', scope: 'loan', table: 'loan', limit: 3 };
    expect(chain.asked).toEqual([
      { ...table, lower_bound: '7' },
      { ...table, upper_bound: '7', reverse: true },
    ]);
  });
});
