import { parseAmount, parsePrice } from '@app/antelope';
import { answerId } from './answer-id';
import { readFields } from './read-fields';

const BTC = { symbol: 'BTC', precision: 8 };

describe('fields that need more than the input', () => {
  it('are read with their own types', () => {
    const { amount, price } = readFields({
      amount: () => parseAmount('1.5', BTC),
      price: () => parsePrice(2, 2),
    });
    expect([amount, price]).toEqual([150_000_000n, 200n]);
  });

  it('are refused all at once, each by its name', () => {
    const read = () =>
      readFields({ amount: () => parseAmount('0.000000001', BTC), price: () => parsePrice('x', 2) });
    expect(read).toThrow(/^amount: "0\.000000001" has 9 decimals; BTC has 8; price: "x" is not a decimal/);
  });

  it('pass on what is no refusal', () => {
    const defect = new TypeError('a defect');
    const read = () =>
      readFields({
        amount: () => {
          throw defect;
        },
      });
    expect(read).toThrow(defect);
  });
});

describe('an id', () => {
  it.each([
    [0n, 0],
    [9_007_199_254_740_991n, 9_007_199_254_740_991],
    [9_007_199_254_740_992n, '9007199254740992'],
    [18_446_744_073_709_551_615n, '18446744073709551615'],
  ])('%s is a number only while that is exact', (value, answer) => {
    expect(answerId(value)).toBe(answer);
  });
});
