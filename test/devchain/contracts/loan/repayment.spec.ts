import { amountOf, USDT } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { loansTable } from '../../../../apps/devchain/src/contracts/loan/tables';
import { withLoan } from './support/loan-of-ann';

const ONE = 10n ** 8n;

describe('repayment', () => {
  it('repayment in part reduces the debt, and in full ends the loan', () => {
    const chain = withLoan();
    chain.wait(10);
    chain.repay('ann', 200n * ONE);
    const owed = chain.loanOf('ann')?.outstanding_amount.units ?? 0n;
    // Ten seconds of interest on 600 at 2.88 %.
    expect(owed).toBeGreaterThan(400n * ONE);
    expect(owed).toBeLessThan(400n * ONE + 1000n);
    chain.repay('ann', 1000n * ONE);
    expect(chain.loanOf('ann')).toBeUndefined();
    expect(chain.rows('loan', 'completed', loansTable)).toEqual([
      expect.objectContaining({
        id: 1n,
        status: 5,
        initial_amount: amountOf(USDT, 600n * ONE),
        outstanding_amount: amountOf(USDT, 0n),
        end_time: expect.any(Number) as number,
      }),
    ]);
    const { outstanding_amount: outstanding, debt_shares: debt, interest_accrued: interest } = chain.pool(5);
    expect([outstanding.units, debt]).toEqual([0n, 0n]);
    // The excess was refunded: only the interest is missing.
    expect(chain.balance('ann', USDT)).toBe(10_000n * ONE - interest.units);
  });

  it('repayment is refused without a loan', () => {
    const chain = withLoan();
    expect(chain.refusalOf(() => chain.repay('dot', ONE))).toBe('lending: account has no loan to repay');
    chain.repay('ann', 700n * ONE);
    expect(chain.refusalOf(() => chain.repay('ann', ONE))).toBe('lending: account has no loan to repay');
  });

  it('repayment lets the account borrow again', () => {
    const chain = withLoan();
    chain.repay('ann', 700n * ONE);
    chain.borrow('ann', 100n * ONE, { poolId: 5 });
    expect(chain.loanOf('ann')).toMatchObject({ id: 2n, status: 0 });
  });
});
