import { parseAmount } from '@app/antelope';
import { readBitcoinAddress } from '@app/bitcoin';
import { parseFields } from './parse-fields';

const BTC = { symbol: 'BTC', precision: 8 };

describe('parseFields', () => {
  it('parseFields returns the parsed values by field name', () => {
    expect(parseFields({ amount: () => parseAmount('0.1', BTC), other: () => 'as it is' })).toEqual({
      amount: 10_000_000n,
      other: 'as it is',
    });
  });

  it('parseFields reports all invalid fields in one error', () => {
    const read = () =>
      parseFields({
        amount: () => parseAmount('0.000000001', BTC),
        btc_address: () => readBitcoinAddress('bc1q', 'regtest'),
      });
    expect(read).toThrow(
      expect.objectContaining({
        kind: 'INVALID_ARGUMENTS',
        message: expect.stringMatching(
          /^amount: "0\.000000001" has 9 decimals; BTC has 8; btc_address: has a wrong checksum/,
        ) as string,
      }),
    );
  });

  it('parseFields rethrows an error that is not about the value', () => {
    const defect = new TypeError('a defect');
    const read = () =>
      parseFields({
        amount: () => {
          throw defect;
        },
      });
    expect(read).toThrow(defect);
  });
});
