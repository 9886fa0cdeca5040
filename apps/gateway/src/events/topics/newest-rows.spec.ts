import { NewestRows, NO_ROW } from './newest-rows';

/** A table whose rows have these numbers, read from its end backwards, at most two rows at a time. */
const logOf = (...ids: number[]): NewestRows =>
  new NewestRows(
    {
      tableRows: ({ upper_bound: bound }) => {
        const from = ids.filter((id) => bound === undefined || id <= Number(bound)).sort((a, b) => b - a);
        const rows = from.slice(0, 2).map((id) => ({ id }));
        return Promise.resolve({ rows, more: from.length > 2, nextKey: '', bytes: 0 });
      },
    },
    { code: 'dex', scope: 'dex', table: 'trades' },
  );

describe('NewestRows', () => {
  it.each<[string, number[], bigint, { rows: number[]; isWhole: boolean; before: bigint | undefined }]>([
    ['that is there', [1, 2, 3, 4, 5], 3n, { rows: [4, 5], isWhole: true, before: 3n }],
    ['of the newest row', [1, 2, 3], 3n, { rows: [], isWhole: true, before: 3n }],
    [
      'behind which the rows were removed',
      [7, 8, 9],
      3n,
      { rows: [7, 8, 9], isWhole: false, before: undefined },
    ],
    ['above that of the newest row', [1, 2, 3], 5n, { rows: [], isWhole: false, before: 3n }],
    ['of an emptied log', [], 5n, { rows: [], isWhole: false, before: undefined }],
    ['before all rows', [0, 1, 2], NO_ROW, { rows: [0, 1, 2], isWhole: true, before: undefined }],
  ])('NewestRows reads the rows behind a number %s', async (_, ids, number, expected) => {
    const { rows, isWhole, before } = await logOf(...ids).behind(number);
    expect({ rows: rows.map(({ id }) => Number(id)), isWhole, before: before?.id }).toEqual(expected);
  });

  it('NewestRows knows the rows that it read, and no others', async () => {
    const log = logOf(1, 2, 3, 4, 5);
    await log.behind(4n);
    expect(log.known(4n)).toEqual({ id: 4n, row: { id: 4 } });
    expect(log.known(1n)).toBeUndefined();
  });
});
