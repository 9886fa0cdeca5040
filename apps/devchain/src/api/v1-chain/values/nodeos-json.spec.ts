import fc from 'fast-check';
import { formatDouble, formatInteger, formatSeconds, formatTime } from './nodeos-json';

describe('nodeos JSON format', () => {
  it('nodeos JSON writes integers beyond 32 bits as strings', () => {
    expect([0n, 4294967295n, 4294967296n, -4294967295n, -4294967296n, -1].map(formatInteger)).toEqual([
      0,
      4294967295,
      '4294967296',
      -4294967295,
      '-4294967296',
      -1,
    ]);
  });

  it('nodeos JSON keeps every integer exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }), (value) => {
        expect(BigInt(formatInteger(value))).toBe(value);
      }),
    );
  });

  it('nodeos JSON writes doubles as strings with 17 decimals', () => {
    expect([0, 1.5, -0.1, 42754837241947, 1e22].map(formatDouble)).toEqual([
      '0.00000000000000000',
      '1.50000000000000000',
      '-0.10000000000000001',
      '42754837241947.00000000000000000',
      '10000000000000000000000.00000000000000000',
    ]);
  });

  it('nodeos JSON writes times without a Z', () => {
    const time = Date.UTC(2024, 1, 28, 0, 38, 46, 500);
    expect(formatTime(time)).toBe('2024-02-28T00:38:46.500');
    expect(formatSeconds(time)).toBe('2024-02-28T00:38:46');
  });
});
