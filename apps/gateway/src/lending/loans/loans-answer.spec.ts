import { developmentProfileFile, readProfile } from '@app/networks';
import { parseRows } from '@app/upstream';
import { loanRequestRow, loanRow, type LoanRow } from './loan-rows';
import { endedLoanAnswer, loanAnswer, loanRequestAnswer, splitLoans } from './loans-answer';

const profile = readProfile(developmentProfileFile());
const usdt = profile.token('USDT');
const table = { code: 'loan', scope: 'loan', table: 'loan' };
const written = {
  ...{
    id: 7,
    account: 'alice',
    initial_amount: '1000.00000000 USDT',
    outstanding_amount: '1000.02314814 USDT',
  },
  ...{ start_time: '2026-11-21T12:00:00', end_time: '1970-01-01T00:00:00', status: 1 },
  terms: { apr_bps: 225, max_apr_bps: 2000, loan_duration_sec: 0, pool_id: 6 },
  debt_shares: '100000000000000000',
};
const read = (change: object): LoanRow => parseRows(table, loanRow(usdt), [{ ...written, ...change }])[0]!;
const CBTC = 100_000_000n;
const PRICE = 8_000_000_000_000n;
const payoff = undefined;

describe('a loan in an answer', () => {
  it('a loan in an answer has its amounts, its times and its loan to value', () => {
    expect(
      loanAnswer(profile, read({}), {
        collateral: CBTC / 20n,
        price: PRICE,
        payoff: 100_002_385_223n,
        aprBps: 231n,
        liquidatableAtMs: Date.UTC(2026, 10, 24, 12),
      }),
    ).toEqual({
      ...{ id: 7, account: 'alice', pool_id: 6, apr_bps: 225, status: 'warning', ltv_bps: 2501 },
      ...{ principal_usdt: '1000.00000000', outstanding_usdt: '1000.02314814' },
      ...{ payoff_usdt: '1000.02385223', current_apr_bps: 231 },
      liquidatable_at: '2026-11-24T12:00:00.000Z',
      liquidation_price: '25000.59630575',
      ...{ collateral_cbtc: '0.05000000', opened_at: '2026-11-21T12:00:00.000Z' },
    });
  });

  it('a loan in an answer has a loan to value with the interest since its row was written, where that is known', () => {
    const valued = { collateral: CBTC / 20n, price: PRICE, aprBps: 231n };
    expect(loanAnswer(profile, read({}), { ...valued, payoff: 110_000_000_000n }).ltv_bps).toBe(2750);
    expect(loanAnswer(profile, read({}), { ...valued, payoff: undefined }).ltv_bps).toBe(2501);
  });

  it('a loan in an answer has no loan to value without a price that may be used, and without collateral', () => {
    expect(
      loanAnswer(profile, read({}), { collateral: CBTC, price: null, payoff, aprBps: undefined }).ltv_bps,
    ).toBeNull();
    expect(
      loanAnswer(profile, read({}), { collateral: 0n, price: PRICE, payoff, aprBps: undefined }).ltv_bps,
    ).toBeNull();
  });

  it('a loan in an answer has nothing that pays it off where the chain does not say what that takes', () => {
    expect(
      loanAnswer(profile, read({}), { collateral: CBTC, price: PRICE, payoff, aprBps: undefined })
        .payoff_usdt,
    ).toBeNull();
  });

  it('a loan in an answer has an id that no JSON number can hold as text', () => {
    const { id } = loanAnswer(profile, read({ id: '18446744073709551615' }), {
      collateral: 0n,
      price: null,
      payoff,
      aprBps: undefined,
    });
    expect(id).toBe('18446744073709551615');
  });

  it('a loan in an answer that is over says when, if the chain does', () => {
    const over = { status: 5, outstanding_amount: '0.00000000 USDT', end_time: '2026-11-22T00:00:00' };
    expect(endedLoanAnswer(profile, read(over), undefined)).toMatchObject({
      ...{ status: 'repaid', outstanding_usdt: '0.00000000', ended_at: '2026-11-22T00:00:00.000Z' },
    });
    expect(endedLoanAnswer(profile, read({ status: 4 }), undefined)).toMatchObject({
      ...{ status: 'liquidated', ended_at: null, liquidation: null },
    });
  });

  it('a loan in an answer that is over is history, wherever its row stands', () => {
    const rows = [0, 4, 3, 6].map((status, index) => read({ id: index, status }));
    const completed = [9, 8].map((id) => read({ id, status: 5 }));
    const { open, over } = splitLoans(rows, completed);
    expect(open.map(({ id }) => id)).toEqual([0n, 2n]);
    expect(over.map(({ id }) => id)).toEqual([3n, 1n, 9n, 8n]);
  });

  it.each([
    [{ status: 7 }, 'row 0 status'],
    [{ outstanding_amount: '1.00000000 USDX' }, 'row 0 outstanding_amount'],
    [{ terms: {} }, 'row 0 terms apr_bps'],
    [{ account: 'Nobody' }, 'row 0 account'],
  ])('a loan in an answer is not made of a row with %j', (change, reason) => {
    expect(() => read(change)).toThrow(reason);
  });

  it('a loan in an answer that is asked for says how long it waits for which rate', () => {
    const [request] = parseRows({ ...table, table: 'loanqueue' }, loanRequestRow(usdt), [
      {
        ...{ id: 8, account: 'bob', amount: '30000.00000001 USDT', pool_id: 6, max_apr_bps: 150 },
        requested_at: '2026-11-21T12:00:00',
      },
    ]);
    expect(loanRequestAnswer(profile, request!)).toEqual({
      ...{ id: 8, account: 'bob', pool_id: 6, amount_usdt: '30000.00000001', max_apr_bps: 150 },
      requested_at: '2026-11-21T12:00:00.000Z',
    });
  });
});
