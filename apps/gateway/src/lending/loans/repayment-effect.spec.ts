import { afterRepayment } from './repayment-effect';

const before = { debt: 100n, collateral: 7n };

describe('the loan after a payment', () => {
  it('the loan after a payment below the debt owes the rest', () => {
    expect(afterRepayment(before, 99n, [])).toEqual({ debt: 1n, collateral: 7n });
  });

  it('the loan after a payment above the debt is paid off when the excess comes back', () => {
    expect(afterRepayment(before, 101n, [1n])).toEqual({ debt: 0n, collateral: 7n });
  });

  it('the loan after a payment of about the debt is not known without an excess: interest may be left', () => {
    expect(afterRepayment(before, 100n, [])).toBeUndefined();
  });

  it('the loan after a payment is not known by a redemption that the same payment filled', () => {
    expect(afterRepayment(before, 100n, [40n])).toBeUndefined();
    expect(afterRepayment(before, 101n, [40n])).toBeUndefined();
  });

  it('the loan after a payment above the debt is paid off by the excess beside a redemption', () => {
    expect(afterRepayment(before, 101n, [1n, 40n])).toEqual({ debt: 0n, collateral: 7n });
  });

  it('the loan after a payment is not known where several payments may be the excess', () => {
    expect(afterRepayment(before, 150n, [50n, 40n])).toBeUndefined();
  });
});
