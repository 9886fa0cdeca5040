import fc from 'fast-check';
import { ValueError } from '../value-error';
import { formatAmount, MAX_UNITS, parseAmount } from './amounts';

const BTC = { symbol: 'BTC', precision: 8 };
const NATIVE = { symbol: 'NATIVE', precision: 4 };
const COUNT = { symbol: 'COUNT', precision: 0 };

const precisions = fc.integer({ min: 0, max: 18 });
const units = fc.bigInt({ min: 1n, max: MAX_UNITS });
const token = (precision: number) => ({ symbol: 'TOK', precision });
const reasonOf = (input: unknown, of = BTC): string => {
  try {
    return `accepted as ${String(parseAmount(input as string, of))}`;
  } catch (error) {
    expect(error).toBeInstanceOf(ValueError);
    return (error as ValueError).message;
  }
};

/** Units of a decimal text by moving the point, one digit at a time: no shared code with parseAmount. */
function unitsByHand(text: string, precision: number): bigint {
  let total = 0n;
  let decimals = -1;
  for (const character of text) {
    if (character === '.') decimals = 0;
    else {
      total = total * 10n + BigInt('0123456789'.indexOf(character));
      if (decimals >= 0) decimals++;
    }
  }
  for (let count = Math.max(decimals, 0); count < precision; count++) total *= 10n;
  return total;
}

describe('amounts', () => {
  it('parseAmount and formatAmount give every amount back from its own text', () => {
    fc.assert(
      fc.property(units, precisions, (amount, precision) => {
        expect(parseAmount(formatAmount(amount, precision), token(precision))).toBe(amount);
      }),
    );
  });

  it('parseAmount moves the decimal point, also of a text with fewer decimals', () => {
    const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,14})(\.[0-9]{1,18})?$/);
    fc.assert(
      fc.property(digits, precisions, (text, precision) => {
        const decimals = text.split('.')[1]?.length ?? 0;
        const expected = unitsByHand(text, precision);
        fc.pre(decimals <= precision && expected > 0n && expected <= MAX_UNITS);
        expect(parseAmount(text, token(precision))).toBe(expected);
      }),
    );
  });

  it('parseAmount and formatAmount refuse one decimal too many, even when it is a zero', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 18 }), (amount, decimals) => {
        const text = formatAmount(amount, decimals);
        expect(reasonOf(text, token(decimals - 1))).toBe(
          `"${text}" has ${String(decimals)} decimal${decimals === 1 ? '' : 's'}; TOK has ${String(decimals - 1)}`,
        );
      }),
    );
  });

  it('formatAmount prints all decimals', () => {
    expect(formatAmount(1n, 8)).toBe('0.00000001');
    expect(formatAmount(100n, 0)).toBe('100');
    expect(formatAmount(0n, 4)).toBe('0.0000');
    expect(formatAmount(-5n, 2)).toBe('-0.05');
    expect(formatAmount(123_456_789n, 4)).toBe('12345.6789');
  });
});

describe('amounts as JSON numbers', () => {
  it('parseAmount gives the number written in the JSON, or refuses it: never a neighbour', () => {
    const written = fc.oneof(
      units,
      fc.bigInt({ min: 1n, max: 1n << 56n }),
      fc.bigInt({ min: 1n, max: 1n << 53n }),
    );
    fc.assert(
      fc.property(written, precisions, (amount, precision) => {
        const literal = formatAmount(amount, precision);
        const answer = reasonOf(JSON.parse(literal), token(precision));
        if (answer.startsWith('accepted')) expect(answer).toBe(`accepted as ${String(amount)}`);
        else expect(answer).toMatch(/send it as a string$|decimals; TOK has|above the maximum/);
      }),
      { numRuns: 1000 },
    );
  });

  it('parseAmount accepts every JSON number up to 2^52 units', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 1n << 52n }), precisions, (amount, precision) => {
        expect(parseAmount(Number(formatAmount(amount, precision)), token(precision))).toBe(amount);
      }),
    );
  });

  it.each([
    [1e-8, BTC, 1n],
    [0.1, BTC, 10_000_000n],
    [1.5e-7, BTC, 15n],
    [21e6, BTC, 2_100_000_000_000_000n],
    [123.4567, NATIVE, 1_234_567n],
    [9007199254740991, COUNT, 9007199254740991n],
    [100_000_000, BTC, 10_000_000_000_000_000n],
  ])('parseAmount reads the number %p through its shortest decimal form', (number, of, expected) => {
    expect(parseAmount(number, of)).toBe(expected);
  });

  it.each([
    [9007199254740992, COUNT, '9007199254740992 cannot be exact as a JSON number: send it as a string'],
    [2 ** 53 + 2, COUNT, '9007199254740994 cannot be exact as a JSON number: send it as a string'],
    [1e21, BTC, '1e+21 cannot be exact as a JSON number: send it as a string'],
    [-1e300, BTC, '-1e+300 cannot be exact as a JSON number: send it as a string'],
    [200_000_000.00000001, BTC, '200000000 cannot be exact as a JSON number: send it as a string'],
    [1e-9, BTC, '"0.000000001" has 9 decimals; BTC has 8'],
    [0.1 + 0.2, BTC, '"0.30000000000000004" has 17 decimals; BTC has 8'],
    [
      5e-324,
      BTC,
      '"0.00000000000000000000000000000000000000000000000000000000000000…" has 324 decimals; BTC has 8',
    ],
    [0, BTC, 'must be greater than zero'],
    [-0, BTC, 'must be greater than zero'],
    [-1.5, BTC, '"-1.5" is negative'],
    [-1e-9, BTC, '"-0.000000001" is negative'],
    [NaN, BTC, 'NaN is not a finite number'],
    [Infinity, BTC, 'Infinity is not a finite number'],
    [-Infinity, BTC, '-Infinity is not a finite number'],
  ])('parseAmount refuses the number %p', (number, of, reason) => {
    expect(reasonOf(number, of)).toBe(reason);
  });
});

describe('amounts as strings', () => {
  it.each([
    '',
    ' ',
    '.',
    '1.',
    '.5',
    '+1',
    ' 1',
    '1 ',
    '1\n',
    '1e5',
    '1E5',
    '0x10',
    '1,5',
    '1_000',
    '00',
    '007',
    '00.5',
    '1.2.3',
    'NaN',
    'Infinity',
    'abc',
    '1 BTC',
    '１',
    '٣',
    '--1',
    '1-',
    '$1',
  ])('parseAmount refuses %p: there is one way to write a decimal', (text) => {
    expect(reasonOf(text)).toBe(`${JSON.stringify(text)} is not a decimal number like "12.5"`);
  });

  it.each(['-1', '-0.5', '-0', '-00'])('parseAmount refuses %p as negative', (text) => {
    expect(reasonOf(text)).toBe(`"${text}" is negative`);
  });

  it.each(['0', '0.0', '0.00000000'])('parseAmount refuses %p as zero', (text) => {
    expect(reasonOf(text)).toBe('must be greater than zero');
  });

  it('parseAmount names the decimals of the token', () => {
    expect(reasonOf('0.000000001')).toBe('"0.000000001" has 9 decimals; BTC has 8');
    expect(reasonOf('1.5', COUNT)).toBe('"1.5" has 1 decimal; COUNT has 0');
  });

  it('parseAmount accepts the largest asset and refuses one unit more', () => {
    expect(parseAmount('46116860184.27387903', BTC)).toBe(MAX_UNITS);
    expect(reasonOf('46116860184.27387904')).toBe(
      '"46116860184.27387904" is above the maximum of 46116860184.27387903 BTC',
    );
  });

  it('parseAmount refuses a very long text, and quotes only its beginning', () => {
    expect(reasonOf('9'.repeat(1_000_000)).length).toBeLessThan(120);
  });

  it.each([null, undefined, true, [], {}, ['1'], 1n])(
    'parseAmount refuses %p, which is neither string nor number',
    (value) => {
      expect(reasonOf(value)).toBe('must be a decimal string or a number');
    },
  );
});
