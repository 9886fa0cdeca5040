import fc from 'fast-check';
import { parseLosslessJson } from './lossless-json';

describe('the body parser', () => {
  it('keeps every 64-bit integer exact, wherever it stands', () => {
    const integers = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(integers, (value) => {
        const parsed = parseLosslessJson(`{"bound": ${value}, "list":[${value},${value}]}`) as {
          bound: unknown;
          list: unknown[];
        };
        expect([parsed.bound, ...parsed.list].map(String)).toEqual(Array(3).fill(String(value)));
      }),
    );
  });

  it('reads everything else as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const expected: unknown = JSON.parse(text);
        if (/\d{16,}/.test(text)) return;
        expect(parseLosslessJson(text)).toEqual(expected);
      }),
    );
  });

  it('leaves digits inside a string alone', () => {
    const text =
      '{"packed_trx": "0123456789012345678901234567890123456789", "memo": " 12345678901234567890"}';
    expect(parseLosslessJson(text)).toEqual(JSON.parse(text));
  });

  it('refuses what is not JSON', () => {
    expect(() => parseLosslessJson('{"a": 12345678901234567890,}')).toThrow(SyntaxError);
    expect(() => parseLosslessJson('')).toThrow(SyntaxError);
  });
});
