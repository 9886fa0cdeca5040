import type { Token } from '@app/networks';
import { feeWarnings } from './fee-warnings';

const BTC: Token = { apiSymbol: 'BTC', contract: 'btc.token', symbol: 'BTC', precision: 8 };
const FEES = {
  minimum: 80_000n,
  txFeeBps: 50n,
  txFeeMin: 1_000n,
  txFeeMax: 500_000n,
  minerFee: 1_000n,
  reviewFrom: undefined,
};

describe('feeWarnings', () => {
  it.each([
    [100_000n, []],
    [99_999n, ['the bridge takes 0.00002000 BTC, 2.00 % of 0.00099999 BTC']],
    [80_000n, ['the bridge takes 0.00002000 BTC, 2.50 % of 0.00080000 BTC']],
    [200_000_000n, []],
  ])('feeWarnings for %s units are %j', (amount, messages) => {
    expect(feeWarnings(FEES, amount, BTC)).toEqual(
      messages.map((message) => ({ code: 'large_fee', message })),
    );
  });
});
