import { afterRepayment } from './repayment-effect';

const before = { debt: 100n, collateral: 7n };

describe('the loan after a payment', () => {
  it('the loan after a payment below the debt owes the rest', () => {
    expect(afterRepayment(before, 99n, { received: [], hasExcess: false })).toEqual({
      debt: 1n,
      collateral: 7n,
    });
  });

  it('the loan after a payment above the debt is paid off when the excess comes back', () => {
    expect(afterRepayment(before, 101n, { received: [1n], hasExcess: true })).toEqual({
      debt: 0n,
      collateral: 7n,
    });
  });

  it('the loan after a payment of about the debt is not known without an excess: interest may be left', () => {
    expect(afterRepayment(before, 100n, { received: [], hasExcess: false })).toBeUndefined();
  });

  it('the loan after a payment is not known by a redemption that the same payment filled', () => {
    expect(afterRepayment(before, 100n, { received: [40n], hasExcess: false })).toBeUndefined();
    expect(afterRepayment(before, 101n, { received: [40n], hasExcess: true })).toBeUndefined();
  });

  it('the loan after a payment is not known by a redemption of no more than the excess could be', () => {
    expect(afterRepayment(before, 109n, { received: [8n], hasExcess: false })).toBeUndefined();
  });

  it('the loan after a payment above the debt is paid off by the excess beside a redemption', () => {
    expect(afterRepayment(before, 101n, { received: [1n, 40n], hasExcess: true })).toEqual({
      debt: 0n,
      collateral: 7n,
    });
  });

  it('the loan after a payment is not known where several payments may be the excess', () => {
    expect(afterRepayment(before, 150n, { received: [50n, 40n], hasExcess: true })).toBeUndefined();
  });
});
