import { Asset as WharfkitAsset, Int64 } from '@wharfkit/antelope';
import fc from 'fast-check';
import { MAX_UNITS } from './amounts';
import { formatAsset, parseAsset } from './assets';

const assets = fc.record({
  units: fc.bigInt({ min: -MAX_UNITS, max: MAX_UNITS }),
  symbol: fc.stringMatching(/^[A-Z]{1,7}$/),
  precision: fc.integer({ min: 0, max: 18 }),
});

describe('assets', () => {
  it('assets print as wharfkit prints them, and read back as they were', () => {
    fc.assert(
      fc.property(assets, (asset) => {
        const theirs = WharfkitAsset.fromUnits(
          Int64.from(asset.units.toString()),
          `${String(asset.precision)},${asset.symbol}`,
        );
        const text = formatAsset(asset);
        expect(text).toBe(String(theirs));
        expect(parseAsset(text)).toEqual(asset);
      }),
    );
  });

  it('assets may be zero or negative, and of the symbol without a name', () => {
    expect(parseAsset('0.0000 ABC')).toEqual({ units: 0n, symbol: 'ABC', precision: 4 });
    expect(parseAsset('-0.0001 ABC')).toEqual({ units: -1n, symbol: 'ABC', precision: 4 });
    expect(parseAsset('5 ABC')).toEqual({ units: 5n, symbol: 'ABC', precision: 0 });
    expect(parseAsset('0 ')).toEqual({ units: 0n, symbol: '', precision: 0 });
  });

  it.each([
    '',
    '1.0000',
    'ABC',
    '1.0000ABC',
    '1.0000  ABC',
    ' 1.0000 ABC',
    '1.0000 ABC ',
    '1.0000 abc',
    '1. ABC',
    '.5 ABC',
    '+1 ABC',
    '01 ABC',
    '1e3 ABC',
    '1,000 ABC',
    '1.0000 ABCDEFGH',
    '1.0 AB1',
    '1.0000 ABC\n',
    '--1 ABC',
  ])('the asset %p is refused', (text) => {
    expect(() => parseAsset(text)).toThrow(`${JSON.stringify(text)} is not an asset like "1.0000 ABC"`);
  });

  it('assets are refused with a negative zero, a 19th decimal, or above the largest one', () => {
    expect(() => parseAsset('-0.00 ABC')).toThrow('is a negative zero');
    expect(() => parseAsset('0.0000000000000000001 ABC')).toThrow('has more than 18 decimals');
    expect(parseAsset(`-${String(MAX_UNITS)} ABC`).units).toBe(-MAX_UNITS);
    expect(() => parseAsset(`${String(MAX_UNITS + 1n)} ABC`)).toThrow('is beyond the largest asset');
  });
});
