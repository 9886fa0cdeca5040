import path from 'node:path';

type Counts = Record<string, number>;
interface BaselineModule {
  differences(counts: Counts, baseline: Counts): string[];
  loweredBaseline(counts: Counts, baseline: Counts): Counts;
}
const MODULE = path.resolve(__dirname, '../../../scripts/wording/baseline.mjs');
const load = () => import(MODULE) as Promise<BaselineModule>;

describe('baseline', () => {
  it('the baseline of the wording rules accepts exactly the number of findings it has', async () => {
    const { differences } = await load();
    expect(differences({ 'a.ts': 2 }, { 'a.ts': 2 })).toEqual([]);
  });

  it.each([
    ['a file that got worse', { 'a.ts': 3 }, ['a.ts: 3 findings, 2 allowed']],
    ['a file that is new', { 'a.ts': 2, 'b.ts': 1 }, ['b.ts: 1 findings, 0 allowed']],
    ['a file that got better', { 'a.ts': 1 }, ['a.ts: 1 findings, but the baseline says 2']],
    ['a file that is clean or gone', {}, ['a.ts: 0 findings, but the baseline says 2']],
  ])('the baseline of the wording rules reports %s', async (_, counts: Counts, problems) => {
    const { differences } = await load();
    expect(differences(counts, { 'a.ts': 2 })).toEqual(problems);
  });

  it('the baseline of the wording rules is lowered, also when a file is renamed', async () => {
    const { loweredBaseline } = await load();
    expect(loweredBaseline({ 'b.ts': 1, 'a.ts': 1 }, { 'c.ts': 2 })).toEqual({ 'a.ts': 1, 'b.ts': 1 });
  });

  it('the baseline of the wording rules is never raised', async () => {
    const { loweredBaseline } = await load();
    expect(() => loweredBaseline({ 'a.ts': 3 }, { 'a.ts': 2 })).toThrow(
      '3 findings, and the baseline allows 2',
    );
  });
});
