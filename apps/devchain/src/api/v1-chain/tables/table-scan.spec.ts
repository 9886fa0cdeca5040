import fc from 'fast-check';
import { scan } from './table-scan';

const neverOver = () => false;

describe('a page of a scan', () => {
  it('a page of a scan is followed by the page that starts at `next`, up to the last row', () => {
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

  it('a page of a scan with limit 0 is empty and has `next`', () => {
    expect(scan([1, 2], 0, neverOver)).toEqual({ taken: [], next: 1 });
  });

  it('a page of a scan has at least one item when the time is up, so that paging gets ahead', () => {
    expect(scan([1, 2, 3], 10, () => true)).toEqual({ taken: [1], next: 2 });
  });

  it('a page of a scan of an empty table is empty', () => {
    expect(scan([], 10, neverOver)).toEqual({ taken: [], next: undefined });
  });
});
