import { parseAmount } from '@app/antelope';
import { readBitcoinAddress } from '@app/bitcoin';
import { readValues } from './input-values';

const BTC = { symbol: 'BTC', precision: 8 };

describe('values of a request', () => {
  it('are read under the names of their fields', () => {
    expect(readValues({ amount: () => parseAmount('0.1', BTC), other: () => 'as it is' })).toEqual({
      amount: 10_000_000n,
      other: 'as it is',
    });
  });

  it('that are wrong are all told at once', () => {
    const read = () =>
      readValues({
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

  it('hide no defect of a reader', () => {
    const defect = new TypeError('a defect');
    const read = () =>
      readValues({
        amount: () => {
          throw defect;
        },
      });
    expect(read).toThrow(defect);
  });
});
