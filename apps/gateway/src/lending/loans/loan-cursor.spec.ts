import { BEGINNING, behind, CURSOR_PATTERN, formatCursor, parseCursor } from './loan-cursor';

const ids = (...values: bigint[]) => values.map((id) => ({ id }));

describe('a cursor over loans', () => {
  it.each([
    [{ active: 101n, queued: undefined, history: 7n }, true, '101--7'],
    [BEGINNING, true, '0-0-18446744073709551615'],
    [{ active: undefined, queued: undefined, history: 0n }, true, '--0'],
    [{ active: undefined, queued: 3n, history: BEGINNING.history }, false, '-3-18446744073709551615'],
  ])(
    'a cursor over loans at %j is a text that reads back as the same position',
    (cursor, isHistoryAsked, text) => {
      expect(formatCursor(cursor, isHistoryAsked)).toBe(text);
      expect(text).toMatch(new RegExp(CURSOR_PATTERN));
      expect(parseCursor(text)).toEqual(cursor);
    },
  );

  it('a cursor over loans is none when everything asked for is at its end', () => {
    const ended = { active: undefined, queued: undefined, history: undefined };
    expect(formatCursor(ended, true)).toBeNull();
    expect(formatCursor({ ...ended, history: 7n }, false)).toBeNull();
    expect(formatCursor({ ...ended, history: 7n }, true)).toBe('--7');
  });

  it('a cursor over loans has no id that no row can have', () => {
    expect(() => parseCursor('18446744073709551616--')).toThrow('must be next_cursor of an answer');
  });

  it('a cursor over loans continues after the last row, in the order of the list', () => {
    expect(behind('active', 0n, { items: ids(3n, 9n), more: true })).toBe(10n);
    expect(behind('queued', 0n, { items: ids(3n, 9n), more: true })).toBe(10n);
    expect(behind('history', 99n, { items: ids(9n, 3n), more: true })).toBe(2n);
    expect(behind('history', 99n, { items: ids(9n, 0n), more: true })).toBeUndefined();
    expect(behind('active', 0n, { items: ids(3n), more: false })).toBeUndefined();
    // A node that ran out of time before the first row.
    expect(behind('active', 5n, { items: [], more: true })).toBe(5n);
  });
});
