import { type Json, nameFromValue, nameToValue } from '@app/antelope';
import type { TableRowsQuery } from '@app/upstream';
import fc from 'fast-check';
import { readVaults, vaultsIn } from './vault-rows';

const table = { code: 'loan', scope: 'loan', table: 'vault' };

describe("an account's vault", () => {
  it("an account's vault is the one in its own row", () => {
    const rows = [{ owner: 'alice', vault: '2kcv5ga.loan' }];
    expect([...vaultsIn(rows)]).toEqual([['alice', '2kcv5ga.loan']]);
  });

  it.each([
    ['no row', []],
    ['a row without a vault', [{ owner: 'alice', vault: '' }]],
    ['rows of another shape', [null, 'x', [], { owner: 'alice', vault: 7 }, { owner: 7, vault: 'x' }]],
  ])("an account's vault is none with %s", (_, rows) => {
    expect(vaultsIn(rows).size).toBe(0);
  });
});

/** A node with a vault for each of `owners`, which returns at most `breath` rows at once. */
function nodeWith(owners: readonly bigint[], breath: number) {
  const sorted = [...owners].sort((left, right) => (left < right ? -1 : 1));
  const asked: TableRowsQuery[] = [];
  const tableRows = (query: TableRowsQuery) => {
    asked.push(query);
    const [lower, upper] = [BigInt(query.lower_bound ?? 0), BigInt(query.upper_bound ?? 0)];
    const there = sorted.filter((owner) => owner >= lower && owner <= upper);
    const rows: Json[] = there
      .slice(0, Math.min(query.limit ?? 10, breath))
      .map((owner) => ({ owner: nameFromValue(owner), vault: `${nameFromValue(owner)}!` }));
    return Promise.resolve({ rows, more: rows.length < there.length, nextKey: '', bytes: 0 });
  };
  return { tableRows, asked };
}

describe('the vaults of many accounts', () => {
  it('the vaults of many accounts that are one account are the read of one row, as for the name of its vault', async () => {
    const node = nodeWith([nameToValue('alice')], 1);
    await readVaults(node, table, ['alice', 'alice']);
    const bound = String(nameToValue('alice'));
    expect(node.asked).toEqual([{ ...table, lower_bound: bound, upper_bound: bound, limit: 1 }]);
  });

  const value = fc.bigInt({ min: 1n, max: (1n << 64n) - 1n });

  it('the vaults of many accounts are all found, with no more reads than accounts, however few rows a node returns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(value, { maxLength: 40 }),
        fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
        fc.array(value, { maxLength: 5 }),
        fc.integer({ min: 1, max: 50 }),
        async (owners, isWanted, others, breath) => {
          const node = nodeWith(owners, breath);
          const wanted = owners.filter((_, index) => isWanted[index]).map(nameFromValue);
          const strangers = others.filter((one) => !owners.includes(one)).map(nameFromValue);
          const found = await readVaults(node, table, [...strangers, ...wanted, ...wanted]);
          expect(new Map(found)).toEqual(new Map(wanted.map((owner) => [owner, `${owner}!`])));
          expect(node.asked.length <= new Set([...strangers, ...wanted]).size).toBe(true);
        },
      ),
    );
  });

  it('the vaults of many accounts are one read when one page holds them', async () => {
    const node = nodeWith([1n << 40n, 1n << 50n, 1n << 60n], 500);
    await readVaults(node, table, [nameFromValue(1n << 60n), nameFromValue(1n << 40n)]);
    expect(node.asked).toEqual([
      { ...table, lower_bound: String(1n << 40n), upper_bound: String(1n << 60n), limit: 500 },
    ]);
  });

  it('the vaults of many accounts take no read without accounts', async () => {
    const node = nodeWith([1n], 500);
    expect((await readVaults(node, table, [])).size).toBe(0);
    expect(node.asked).toEqual([]);
  });
});
