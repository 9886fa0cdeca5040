import fc from 'fast-check';
import { CBTC_FEES } from '../../vaults/default-fees';
import { BTC_FEES } from './default-fees';
import { termsOf } from './fees';
import { areFeeTerms, pegOutCost } from './peg-out-fee';

const amount = fc.bigInt({ min: 80_000n, max: 21_000_000n * 10n ** 8n });

describe('the fee of the vault bridge', () => {
  const terms = termsOf(CBTC_FEES);

  it('the fee of the vault bridge is 50 bps rounded up, at most 0.005 CBTC', () => {
    fc.assert(
      fc.property(amount, (units) => {
        // Half a percent by long division: one in two hundred, and a unit for the rest.
        const exact = units / 200n + (units % 200n === 0n ? 0n : 1n);
        const txFee = exact > 500_000n ? 500_000n : exact;
        expect(pegOutCost(terms, units)).toEqual({ txFee, minerFee: 0n, net: units - txFee });
      }),
    );
  });

  it.each([
    [80_000n, 400n],
    [80_001n, 401n],
    [100_000_000n, 500_000n],
    [99_999_999n, 500_000n],
    [99_999_800n, 499_999n],
    [10_000_000_000n, 500_000n],
  ])('the fee of the vault bridge for %s units is %s', (units, txFee) => {
    expect(pegOutCost(terms, units).txFee).toBe(txFee);
  });
});

describe('fees', () => {
  const terms = termsOf(BTC_FEES);

  it('fees of the BTC bridge have a minimum, a maximum and a miner fee', () => {
    expect(pegOutCost(terms, 10_000n)).toEqual({ txFee: 1_000n, minerFee: 2_000n, net: 7_000n });
    expect(pegOutCost(terms, 100_000_000n)).toEqual({ txFee: 100_000n, minerFee: 2_000n, net: 99_898_000n });
    expect(pegOutCost(terms, 10_000_000_000n).txFee).toBe(1_000_000n);
  });

  it('fees add up, and leave more of more', () => {
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 0n, max: 10n ** 9n }), (units, more) => {
        const { txFee, minerFee, net } = pegOutCost(terms, units);
        expect(txFee + minerFee + net).toBe(units);
        expect(net).toBeGreaterThan(0n);
        expect(pegOutCost(terms, units + more).net).toBeGreaterThanOrEqual(net);
      }),
    );
  });

  it.each([
    [{ minimum: 3_000n }],
    [{ minimum: 0n }],
    [{ txFeeBps: 10_000 }],
    [{ txFeeMin: -1n }],
    [{ txFeeMax: 999n }],
    [{ minerFee: -1n }],
  ])('fees cannot be %j', (change) => {
    expect(areFeeTerms(terms)).toBe(true);
    expect(areFeeTerms({ ...terms, ...change })).toBe(false);
  });
});
