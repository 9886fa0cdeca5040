import fc from 'fast-check';
import { entriesAhead, placeAfterPayments } from './queue-place';

const entry = (id: bigint, pool_id = 6) => ({ id, pool_id });

describe('the place in a queue', () => {
  it('the place in a queue is behind the older entries of the same pool, and of no other pool', () => {
    const entries = [entry(1n), entry(2n, 5), entry(4n), entry(7n)];
    expect(entriesAhead({ entries, more: false }, entry(4n))).toEqual([entry(1n)]);
    expect(entriesAhead({ entries, more: false }, entry(9n))).toEqual([entry(1n), entry(4n), entry(7n)]);
    expect(entriesAhead({ entries: [], more: false }, entry(1n))).toEqual([]);
  });

  it('the place in a queue is not known behind the last entry that was read, and is that of the whole queue before it', () => {
    const pools = fc.array(fc.integer({ min: 5, max: 6 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(pools, fc.nat(), fc.nat(), (served, cut, which) => {
        const entries = served.map((pool, index) => entry(BigInt(index + 1), pool));
        const read = entries.slice(0, cut % (entries.length + 1));
        const wanted = entries[which % entries.length]!;
        const more = read.length < entries.length;
        const whole = entriesAhead({ entries, more: false }, wanted);
        const isReached = !more || read.some(({ id }) => id >= wanted.id);
        expect(entriesAhead({ entries: read, more }, wanted)).toEqual(isReached ? whole : null);
      }),
    );
  });
});

describe('the place of a new redemption', () => {
  it('a new redemption waits behind what the payments left of the older ones', () => {
    expect(placeAfterPayments([5n, 7n], 3n, 0n)).toEqual({ position: 3, unitsAhead: 12n });
    expect(placeAfterPayments([5n, 7n], 3n, 6n)).toEqual({ position: 2, unitsAhead: 6n });
    expect(placeAfterPayments([5n, 7n], 3n, 14n)).toEqual({ position: 1, unitsAhead: 0n });
    expect(placeAfterPayments([5n, 7n], 3n, 15n)).toBeUndefined();
    expect(placeAfterPayments([], 3n, 3n)).toBeUndefined();
  });

  it('a new redemption is paid whole exactly when the payments reach the end of the queue', () => {
    const units = fc.bigInt({ min: 1n, max: 1n << 62n });
    fc.assert(
      fc.property(
        fc.array(units, { maxLength: 8 }),
        units,
        fc.bigInt({ min: 0n, max: 1n << 66n }),
        (ahead, own, paid) => {
          const before = ahead.reduce((sum, one) => sum + one, 0n);
          const place = placeAfterPayments(ahead, own, paid);
          expect(place === undefined).toBe(paid >= before + own);
          if (place !== undefined) expect(place.unitsAhead).toBe(paid < before ? before - paid : 0n);
        },
      ),
    );
  });
});
