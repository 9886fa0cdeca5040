import fc from 'fast-check';
import { scan } from './table-scan';

const neverOver = () => false;

describe('a page of a scan', () => {
  it('is followed by the page that begins at `next`, until nothing is left', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat()), fc.integer({ min: 1, max: 7 }), (items, limit) => {
        const read: number[] = [];
        let from: number | undefined = items[0];
        while (from !== undefined) {
          const page = scan(items.slice(items.indexOf(from)), limit, neverOver);
          read.push(...page.taken);
          from = page.next;
        }
        expect(read).toEqual(items);
      }),
    );
  });

  it('with limit 0 has nothing and says where to begin', () => {
    expect(scan([1, 2], 0, neverOver)).toEqual({ taken: [], next: 1 });
  });

  it('out of time has at least one item, so that paging gets ahead', () => {
    expect(scan([1, 2, 3], 10, () => true)).toEqual({ taken: [1], next: 2 });
  });

  it('of nothing is empty', () => {
    expect(scan([], 10, neverOver)).toEqual({ taken: [], next: undefined });
  });
});
