import { developmentProfileFile, readProfile } from '@app/networks';
import type { LoanRow } from '../loans/loan-rows';
import { portfolioAnswer } from './portfolio-answer';

const profile = readProfile(developmentProfileFile());
const loan: LoanRow = {
  ...{ id: 7n, account: 'alice', initial_amount: 100n, outstanding_amount: 110n, debt_shares: 1n },
  ...{ start_time: 0, end_time: 0, status: 0, terms: { apr_bps: 121, pool_id: 6 } },
};
const answered = (payoff: bigint | undefined) =>
  portfolioAnswer(profile, {
    ...{ units: { BTC: 0n, USDT: 500n, NATIVE: 0n, TPF: 0n, CBTC: 0n }, locked: new Map(), lent: [] },
    ...{ unmatched: [], loans: [loan], hasMoreLoans: false, oracle: null, nativeBid: undefined },
    valued: { headTimeMs: 0, of: () => ({ collateral: 0n, price: null, payoff, aprBps: 121n }) },
  });

describe('the answer of a portfolio', () => {
  it.each([
    [115n, '0.00000005', '0.00000385'],
    [110n, '0.00000000', '0.00000390'],
    [109n, '0.00000000', '0.00000391'],
  ])('a debt of %s units of which 110 were written down has an interest of %s', (payoff, interest, worth) => {
    const { loans, net_worth_usdt } = answered(payoff);
    expect(loans[0]).toMatchObject({ interest_usdt: interest });
    expect(net_worth_usdt).toBe(worth);
  });

  it('a debt that cannot be counted has no interest, and the net worth is not known', () => {
    expect(answered(undefined)).toMatchObject({
      ...{ net_worth_usdt: null, debt_usdt: null, not_valued: ['loan 7'] },
      loans: [{ interest_usdt: null, debt_usdt: null }],
    });
  });
});
