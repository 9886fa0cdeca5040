import { formatPrice, MAX_UNITS } from '@app/antelope';
import { parseRows } from '@app/upstream';
import fc from 'fast-check';
import { MAX_HEAD_AGE_MS, MAX_PRICE_AGE_MS, oraclePrice, priceRow } from './oracle-price';

const UPDATED_MS = Date.UTC(2026, 2, 1, 12);
const table = { code: 'oracle', scope: 'oracle', table: 'aggfeeds' };
const written = {
  pair: 'btcusd',
  price: '80000.12345678',
  updated_at: '2026-03-01T12:00:00',
  round: 29_539_440,
  feeders: ['feeder1', 'feeder2', 'feeder3'],
};
const [row] = parseRows(table, priceRow, [written]);

/** The price `ageMs` before the chain's head, which is `headAgeMs` before now. */
const seen = (ageMs: number, headAgeMs = 500) =>
  oraclePrice(row!, { headTimeMs: UPDATED_MS + ageMs, nowMs: UPDATED_MS + ageMs + headAgeMs });

describe('oracle prices', () => {
  it('a price of the oracle has its value, its time and whose average it is', () => {
    expect(seen(12_000)).toEqual({
      pair: 'btcusd',
      units: 8_000_012_345_678n,
      updatedAtMs: UPDATED_MS,
      ageSeconds: 12,
      isStale: false,
      staleBecause: null,
      feeders: ['feeder1', 'feeder2', 'feeder3'],
    });
  });

  it.each([
    ['new', 0, 500, 0, false],
    ['of a block after the head that was read', -500, 500, 0, false],
    ['five minutes old', MAX_PRICE_AGE_MS, 500, 300, false],
    ['half a second older than that', MAX_PRICE_AGE_MS + 500, 500, 301, true],
    ['fresh on a chain that continued a minute ago', 10_000, MAX_HEAD_AGE_MS, 10, false],
    ['fresh on a chain that stands still', 10_000, MAX_HEAD_AGE_MS + 1, 10, true],
    ['fresh on a chain ahead of this clock', 10_000, -3_600_000, 10, false],
    ['old on a chain ahead of this clock', 301_000, -3_600_000, 301, true],
  ])(
    'a price of the oracle that is %s has the expected staleness',
    (_, ageMs, headAgeMs, ageSeconds, isStale) => {
      expect(seen(ageMs, headAgeMs)).toMatchObject({ ageSeconds, isStale });
    },
  );

  it.each([
    ['its own age on a chain that produces blocks', 301_000, 500, '301 s old'],
    [
      'the chain when its head is old',
      8_000,
      35 * 60_000,
      "the chain's head is 35 min behind this machine's clock",
    ],
    ['the chain when both are old', 400_000, 90_000, "the chain's head is 90 s behind this machine's clock"],
  ])('a price of the oracle is stale because of %s', (_, ageMs, headAgeMs, reason) => {
    expect(seen(ageMs, headAgeMs).staleBecause).toBe(reason);
  });

  it('a price of the oracle is stale exactly when its age is over the limit, while the chain produces blocks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 700_000 }), (ageMs) => {
        const { ageSeconds, isStale } = seen(ageMs);
        expect(isStale).toBe(ageSeconds > 300);
      }),
    );
  });

  it('a price of the oracle keeps every digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: MAX_UNITS }), (units) => {
        const [read] = parseRows(table, priceRow, [{ ...written, price: formatPrice(units, 8) }]);
        expect(read?.price).toBe(units);
      }),
    );
  });

  it.each([
    [{ price: '0' }, 'row 0 price'],
    [{ price: 'NaN' }, 'row 0 price'],
    [{ price: '80000.123456789' }, 'row 0 price'],
    [{ updated_at: '' }, 'row 0 updated_at'],
    [{ feeders: null }, 'row 0 feeders'],
  ])('a price of the oracle is not made of a row with %j', (change, reason) => {
    expect(() => parseRows(table, priceRow, [{ ...written, ...change }])).toThrow(
      `table aggfeeds of oracle (scope oracle): ${reason}`,
    );
  });
});
