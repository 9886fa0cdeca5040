import { Asset, UInt64 } from '@wharfkit/antelope';
import fc from 'fast-check';
import {
  symbolCodeFromValue,
  symbolCodeToValue,
  symbolFromValue,
  symbolToValue,
  tokenSymbolFromValue,
} from './symbols';

const codes = fc.stringMatching(/^[A-Z]{1,7}$/);
const precisions = fc.integer({ min: 0, max: 18 });

describe('symbols', () => {
  it('symbols have the values wharfkit gives them, both ways', () => {
    fc.assert(
      fc.property(codes, precisions, (code, precision) => {
        const text = `${String(precision)},${code}`;
        const value = BigInt(String(Asset.Symbol.from(text).value));
        expect(symbolToValue(text)).toBe(value);
        expect(symbolFromValue(value)).toBe(text);
        expect(tokenSymbolFromValue(value)).toEqual({ symbol: code, precision });
        expect(symbolCodeToValue(code)).toBe(BigInt(String(Asset.SymbolCode.from(code).value)));
        expect(symbolCodeFromValue(value >> 8n)).toBe(code);
      }),
    );
  });

  it('symbols refuse each 64-bit value that wharfkit refuses, and empty ones', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: (1n << 64n) - 1n }), (value) => {
        let text: string | undefined;
        try {
          text = String(Asset.Symbol.from(UInt64.from(value.toString())));
        } catch {
          text = undefined;
        }
        if (text === undefined) expect(() => symbolFromValue(value)).toThrow();
        else expect(symbolFromValue(value)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['ABC', '4, ABC', '4,abc', '04,ABC', '-1,ABC', '4,ABCDEFGH', '4,AB1', 'x,ABC', '4.0,ABC', ''])(
    'the symbol %p is refused',
    (text) => {
      expect(() => symbolToValue(text)).toThrow('is not a symbol like "4,ABC"');
    },
  );

  it('a symbol may have an empty code', () => {
    expect(symbolToValue('4,')).toBe(4n);
  });

  it('symbols are refused with more than 18 decimals, or a gap in the code', () => {
    expect(() => symbolToValue('19,ABC')).toThrow('a symbol has 0 to 18 decimals, not 19');
    expect(() => symbolCodeFromValue(0x41_00_41n)).toThrow('0x410041 is not a symbol code');
    expect(() => symbolCodeToValue('abc')).toThrow('"abc" is not a symbol code');
  });
});
