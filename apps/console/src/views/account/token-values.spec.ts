import fc from 'fast-check';
import { decimalText, parseDecimal } from '../../values/decimal';
import { type Holding, totalOf, valueOf } from './token-values';

const PRICES = { btcUsd: '80000.00000000', nativeBtc: '0.0000008500' };
const NO_PRICES = { btcUsd: undefined, nativeBtc: undefined };
const textOf = (...of: Parameters<typeof valueOf>): string | undefined => {
  const value = valueOf(...of);
  return value && decimalText(value);
};

describe('the value of a balance in USDT', () => {
  // By hand; the first as in the sample answer of get_portfolio.
  it.each([
    ['BTC', '0.52000000', '0.10000000', '49600.00000000'],
    ['CBTC', '0.00000001', '0', '0.00080000'],
    ['USDT', '1.00000001', '2.00000000', '3.00000001'],
    ['NATIVE', '1000.0000', '0.0000', '68.00000000'],
    ['NATIVE', '0.0001', '0', '0.00000680'],
    ['OTHER', '1.0000', '0', undefined],
    ['OTHER', '0.0000', '0', '0.00000000'],
  ])('%s, %s free and %s locked, is worth %s', (symbol, free, locked, expected) => {
    expect(textOf({ symbol, free, locked }, PRICES)).toBe(expected);
  });

  it('a value is rounded down', () => {
    const btc = { symbol: 'BTC', free: '0.00000001', locked: '0' };
    expect(textOf(btc, { ...PRICES, btcUsd: '12345.67891234' })).toBe('0.00012345');
  });

  it('a value with an unknown amount or an unknown price is not known, but for zero and USDT', () => {
    const holding = (symbol: string, free: string | null, locked: string | null): Holding => ({
      ...{ symbol, free, locked },
    });
    expect(textOf(holding('BTC', null, '0'), PRICES)).toBeUndefined();
    expect(textOf(holding('BTC', '1', null), PRICES)).toBeUndefined();
    expect(textOf(holding('BTC', '1', '0'), NO_PRICES)).toBeUndefined();
    expect(textOf(holding('NATIVE', '1', '0'), { ...PRICES, nativeBtc: undefined })).toBeUndefined();
    expect(textOf(holding('NATIVE', '1', '0'), { ...PRICES, btcUsd: undefined })).toBeUndefined();
    expect(textOf(holding('BTC', '0.00000000', '0'), NO_PRICES)).toBe('0.00000000');
    expect(textOf(holding('USDT', '7.00000000', '0'), NO_PRICES)).toBe('7.00000000');
  });

  it('shares are worth what the gateway states, where it states it', () => {
    const shares = { symbol: 'TPF', free: '10.00000000', locked: '0' };
    expect(textOf({ ...shares, statedUsdt: '10.53219900' }, PRICES)).toBe('10.53219900');
    expect(textOf({ ...shares, statedUsdt: null }, PRICES)).toBeUndefined();
    // The gateway states the value of what is free alone.
    expect(textOf({ ...shares, locked: '5.00000000', statedUsdt: '10.53219900' }, PRICES)).toBeUndefined();
    expect(
      textOf({ ...shares, free: '0.00000000', locked: '5.00000000', statedUsdt: '0.00000000' }, PRICES),
    ).toBeUndefined();
  });

  it('a sum is exact, and is not known where one value is not', () => {
    const decimals = fc.array(fc.bigInt({ min: 0n, max: 10n ** 25n }));
    fc.assert(
      fc.property(decimals, (units) => {
        const sum = totalOf(units.map((each) => ({ units: each, decimals: 8 })));
        expect(sum).toEqual({ units: units.reduce((one, other) => one + other, 0n), decimals: 8 });
      }),
    );
    expect(totalOf([parseDecimal('1.5'), undefined])).toBeUndefined();
  });
});
