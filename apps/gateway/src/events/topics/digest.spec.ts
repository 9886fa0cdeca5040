import fc from 'fast-check';
import { digestOf, ListDigest } from './digest';

describe('ListDigest', () => {
  it('ListDigest says after each value what digestOf says of the list so far', () => {
    fc.assert(
      fc.property(fc.array(fc.object()), (values) => {
        const list = new ListDigest();
        for (const [index, value] of values.entries())
          expect(list.add(value)).toBe(digestOf(values.slice(0, index + 1)));
      }),
    );
  });
});
