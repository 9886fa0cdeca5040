import { MAX_UNITS } from '@app/antelope';
import { developmentProfileFile, readProfile } from '@app/networks';
import { parseRows } from '@app/upstream';
import fc from 'fast-check';
import { defaultCollateralFees } from './default-collateral-fees';
import { feeRow, type PegOutFees } from '../../table-rows/fee-row';
import { pegOutCost } from './peg-out-cost';

const profile = readProfile(developmentProfileFile());
const btc = profile.token('BTC');
const cbtc = profile.token('CBTC');
const fees: PegOutFees = {
  ...{ txFeeBps: 10n, txFeeMin: 1_000n, txFeeMax: 1_000_000n, minerFee: 2_000n, minimum: 10_000n },
  reviewFrom: undefined,
};
const units = fc.bigInt({ min: 1n, max: MAX_UNITS });

describe('the cost of sending BTC to Bitcoin', () => {
  it.each([
    ['the smallest fee', 10_000n, 1_000n, 7_000n],
    ['a part', 10_000_000n, 10_000n, 9_988_000n],
    ['a part, rounded up', 10_000_001n, 10_001n, 9_988_000n],
    ['the largest fee', 10_000_000_000n, 1_000_000n, 9_998_998_000n],
    ['more than there is', 2_500n, 1_000n, -500n],
  ])('the cost of sending BTC to Bitcoin is %s', (_, amount, txFee, net) => {
    expect(pegOutCost(fees, amount)).toEqual({ txFee, minerFee: 2_000n, net });
  });

  it('the cost of sending BTC to Bitcoin and the received amount add up to the sent amount', () => {
    fc.assert(
      fc.property(units, (amount) => {
        const { txFee, minerFee, net } = pegOutCost(fees, amount);
        expect(txFee + minerFee + net).toBe(amount);
        expect(txFee >= fees.txFeeMin && txFee <= fees.txFeeMax).toBe(true);
      }),
    );
  });

  const row = {
    fee_version: 1,
    tx_fee_bps: 10,
    tx_fee_min: '0.00001000 BTC',
    tx_fee_max: '0.01000000 BTC',
    miner_fee: '0.00002000 BTC',
    minimum: '0.00010000 BTC',
  };
  const table = { code: 'bridge', scope: 'bridge', table: 'feeconfig' };

  it('the cost of sending BTC to Bitcoin is read from the table of fees', () => {
    expect(parseRows(table, feeRow(btc), [row])).toEqual([fees]);
    expect(parseRows(table, feeRow(btc), [{ ...row, review_from: '1.00000000 BTC' }])).toEqual([
      { ...fees, reviewFrom: 100_000_000n },
    ]);
  });

  it.each([
    [{ tx_fee_bps: 10_001 }, 'row 0 tx_fee_bps'],
    [{ miner_fee: '0.00002000 CBTC' }, 'row 0 miner_fee'],
    [{ minimum: '-0.00010000 BTC' }, 'row 0 minimum'],
  ])('the cost of sending BTC to Bitcoin is not read from a row with %j', (change, reason) => {
    expect(() => parseRows(table, feeRow(btc), [{ ...row, ...change }])).toThrow(reason);
  });
});

/** Where the profile names no table of fees. */
describe('the default fee of withdrawing collateral', () => {
  const feeOf = (amount: bigint) => pegOutCost(defaultCollateralFees(cbtc), amount).txFee;

  it.each([
    ['at the minimum', 80_000n, 400n],
    ['rounded up', 80_001n, 401n],
    ['just below the cap', 99_999_999n, 500_000n],
    ['at the cap', 100_000_000n, 500_000n],
    ['capped', 100_000_001n, 500_000n],
  ])('the default fee is correct for an amount %s', (_, amount, fee) => {
    expect(feeOf(amount)).toBe(fee);
  });

  it('the cost of sending BTC to Bitcoin never falls with the amount, and never takes all of it', () => {
    fc.assert(
      fc.property(units, units, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        const fee = feeOf(more);
        expect(feeOf(less) <= fee && fee <= 500_000n).toBe(true);
        expect(more < 2n || fee < more).toBe(true);
      }),
    );
  });

  it('the default fee of withdrawing collateral is for amounts from 0.0008 CBTC on', () => {
    expect(defaultCollateralFees(cbtc).minimum).toBe(80_000n);
  });
});
