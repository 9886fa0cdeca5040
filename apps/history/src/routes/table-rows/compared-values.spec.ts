import { Asset } from '@wharfkit/antelope';
import fc from 'fast-check';
import { compareValues } from './compared-values';

const LARGEST = 2n ** 62n - 1n;
const units = fc.bigInt({ min: -LARGEST, max: LARGEST });
const assetText = (amount: bigint, precision: number) =>
  Asset.fromUnits(String(amount), `${precision},USDT`).toString();
const sign = (value: bigint) => (value < 0n ? -1 : value > 0n ? 1 : 0);

describe('compareValues', () => {
  it('assets of one symbol compare as their amounts', () => {
    fc.assert(
      fc.property(units, units, fc.nat({ max: 18 }), (one, other, precision) => {
        const order = compareValues(assetText(one, precision), assetText(other, precision));
        expect(Math.sign(order)).toBe(sign(one - other));
      }),
    );
  });

  it.each([
    ['9.0000 USDT', '10.0000 USDT', -1],
    ['-2.0000 USDT', '-10.0000 USDT', 1],
    ['1.5 USDT', '1.5000 USDT', 0],
    ['9.0000 USDT', '10.0000 BTC', 1],
    ['9.0000 usdt', '10.0000 usdt', 1],
    ['9', '10', -1],
    ['2030-01-01T00:00:00', '2030-01-01T00:00:00.000Z', 0],
    ['2030-99-01T00:00:00', '2030-98-01T00:00:00', 1],
    ['b', 'a', 1],
  ])('%s and %s compare as %i', (one, other, order) => {
    expect(Math.sign(compareValues(one, other))).toBe(order);
  });
});
