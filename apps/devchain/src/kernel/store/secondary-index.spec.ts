import fc from 'fast-check';
import { type IndexEntry, SecondaryIndex } from './secondary-index';

const entry = fc.record({
  key: fc.bigInt({ min: 0n, max: 6n }),
  primaryKey: fc.bigInt({ min: 0n, max: 9n }),
});
const entries = fc.uniqueArray(entry, { selector: ({ primaryKey }) => primaryKey, maxLength: 10 });

const byKeys = (left: IndexEntry, right: IndexEntry): number =>
  Number(left.key - right.key) || Number(left.primaryKey - right.primaryKey);

function indexOf(items: readonly IndexEntry[]): SecondaryIndex {
  const index = new SecondaryIndex('i64');
  for (const item of items) index.insert(item);
  return index;
}

describe('secondary indexes', () => {
  const bound = fc.option(fc.bigInt({ min: -1n, max: 7n }), { nil: undefined });

  it('a secondary index iterates rows within bounds by key, then primary key, in both directions', () => {
    fc.assert(
      fc.property(entries, bound, bound, fc.boolean(), (items, lower, upper, reverse) => {
        const expected = items
          .filter(({ key }) => (lower === undefined || key >= lower) && (upper === undefined || key <= upper))
          .sort(byKeys);
        expect([...indexOf(items).entries({ lower, upper, reverse })]).toEqual(
          reverse ? expected.reverse() : expected,
        );
      }),
    );
  });

  it('a secondary index removes exactly the given entries', () => {
    fc.assert(
      fc.property(entries, fc.nat(), (items, pick) => {
        fc.pre(items.length > 0);
        const gone = items[pick % items.length]!;
        const index = indexOf(items);
        index.remove(gone);
        expect([...index.entries()]).toEqual(items.filter((item) => item !== gone).sort(byKeys));
      }),
    );
  });

  it('a secondary index may be emptied while it is walked, in either direction', () => {
    fc.assert(
      fc.property(entries, fc.boolean(), (items, reverse) => {
        const index = indexOf(items);
        const walked: IndexEntry[] = [];
        for (const item of index.entries({ reverse })) {
          walked.push(item);
          index.remove(item);
        }
        expect(walked).toHaveLength(items.length);
        expect(index.size).toBe(0);
      }),
    );
  });
});
