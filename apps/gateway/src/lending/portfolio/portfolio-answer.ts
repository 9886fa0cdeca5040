import { formatAmount } from '@app/antelope';
import type { ApiSymbol, ProfileWithoutTables, Token } from '@app/networks';
import { shareSymbol } from '../../lookups/pools/share-tokens';
import { liquidationPrice } from '../loans/loan-limits';
import type { LoanRow } from '../loans/loan-rows';
import { loanAnswer } from '../loans/loans-answer';
import type {
  AssetAnswer,
  GetPortfolioAnswer,
  LentAnswer,
  PortfolioLoanAnswer,
} from './dto/get-portfolio.dto';
import type { LentFunds } from './lent-funds';
import type { PortfolioFacts } from './portfolio-reader';
import {
  type Amount,
  distanceBps,
  interestPerDay,
  oracleRate,
  type Part,
  sumOf,
  valueInUsdt,
} from './values';

/** Tokens that are valued by a price; shares are valued by their pool. */
const PRICED: readonly ApiSymbol[] = ['BTC', 'USDT', 'NATIVE', 'CBTC'];

type Valued = Omit<
  GetPortfolioAnswer,
  'network' | 'head_block_num' | 'account' | 'head_block_time' | 'oracle' | 'stale' | 'native_price_btc'
>;

/** The worth of what an account has, and what it owes: pure, of what was read. */
export function portfolioAnswer(profile: ProfileWithoutTables, facts: PortfolioFacts): Valued {
  const usdt = (units: bigint) => formatAmount(units, profile.token('USDT').precision);
  const assets = profile
    .tokens()
    .filter(({ apiSymbol }) => PRICED.includes(apiSymbol))
    .map((token) => asset(profile, facts, token));
  const owned = sumOf([
    ...assets.map(({ part }) => part),
    ...(facts.locked === null ? [{ name: 'open orders', value: null }] : []),
    ...facts.lent.map(({ pool, value }) => ({ name: `shares of pool ${pool.poolId}`, value })),
    ...facts.unmatched.map((symbol) => ({ name: `shares ${symbol}`, value: null })),
  ]);
  const owed = sumOf([
    ...facts.loans.map((loan) => ({ name: `loan ${loan.id}`, value: facts.valued.of(loan).payoff ?? null })),
    ...(facts.hasMoreLoans ? [{ name: 'loans', value: null }] : []),
  ]);
  const worth = owned.sum === null || owed.sum === null ? null : owned.sum - owed.sum;
  return {
    net_worth_usdt: worth === null ? null : usdt(worth),
    assets_usdt: owned.sum === null ? null : usdt(owned.sum),
    debt_usdt: owed.sum === null ? null : usdt(owed.sum),
    not_valued: [...owned.unknown, ...owed.unknown],
    assets: assets.map(({ answer }) => answer),
    lent: facts.lent.map((funds) => lentAnswer(profile, funds)),
    loans: facts.loans.map((loan) => portfolioLoan(profile, facts, loan)),
  };
}

function asset(
  profile: ProfileWithoutTables,
  facts: PortfolioFacts,
  token: Token,
): { answer: AssetAnswer; part: Part } {
  const { apiSymbol: symbol, precision } = token;
  const free = facts.units[symbol];
  const locked = facts.locked === null ? null : (facts.locked.get(symbol) ?? 0n);
  const units = free === null ? null : free + (locked ?? 0n);
  const value = units === null ? null : valueOf(profile, facts, { units, decimals: precision }, symbol);
  const text = (amount: bigint | null, decimals: number) =>
    amount === null ? null : formatAmount(amount, decimals);
  return {
    answer: {
      symbol,
      free: text(free, precision),
      locked: text(locked, precision),
      value_usdt: text(value, profile.token('USDT').precision),
    },
    part: { name: symbol, value },
  };
}

/** USDT units of an amount; null where a price is missing. Nothing is worth nothing at any price. */
function valueOf(
  profile: ProfileWithoutTables,
  { oracle, nativeBid }: PortfolioFacts,
  amount: Amount,
  symbol: ApiSymbol,
): bigint | null {
  const usdt = profile.token('USDT').precision;
  if (symbol === 'USDT' || amount.units === 0n) return valueInUsdt(amount, [], usdt);
  if (oracle === null) return null;
  if (symbol !== 'NATIVE') return valueInUsdt(amount, [oracleRate(oracle.units)], usdt);
  if (nativeBid === undefined) return null;
  return valueInUsdt(amount, [nativeBid, oracleRate(oracle.units)], usdt);
}

function lentAnswer(profile: ProfileWithoutTables, funds: LentFunds): LentAnswer {
  const { pool, supply, held, locked, queued, value, interestPerDay: earned } = funds;
  const usdt = (units: bigint | null) =>
    units === null ? null : formatAmount(units, profile.token('USDT').precision);
  const shares = (units: bigint | null) =>
    units === null || supply === undefined ? null : formatAmount(units, supply.precision);
  return {
    pool_id: pool.poolId,
    symbol: supply === undefined ? null : shareSymbol(profile, supply.symbol),
    amount: shares(held),
    locked: shares(locked),
    queued: shares(queued),
    value_usdt: usdt(value),
    interest_per_day_usdt: usdt(earned),
  };
}

/** A loan as get_loans answers it, with what its debt costs and how far the price may fall. */
function portfolioLoan(
  profile: ProfileWithoutTables,
  { valued, oracle }: PortfolioFacts,
  loan: LoanRow,
): PortfolioLoanAnswer {
  const valuation = valued.of(loan);
  const { payoff, aprBps, collateral } = valuation;
  const usdt = (units: bigint | undefined) =>
    units === undefined ? null : formatAmount(units, profile.token('USDT').precision);
  const isPriced = oracle !== null && !oracle.isStale;
  const limit = payoff === undefined ? undefined : liquidationPrice({ debt: payoff, collateral }, profile);
  const distance = isPriced && limit !== undefined ? Number(distanceBps(oracle.units, limit)) : null;
  const { id, pool_id, payoff_usdt, collateral_cbtc, ...loanText } = loanAnswer(profile, loan, valuation);
  return {
    ...{ id, pool_id, collateral_cbtc, debt_usdt: payoff_usdt },
    interest_usdt: usdt(payoff === undefined ? undefined : interestOf(payoff, loan)),
    apr_bps: loanText.current_apr_bps,
    interest_per_day_usdt: usdt(
      payoff === undefined || aprBps === undefined ? undefined : interestPerDay(payoff, aprBps, 'up'),
    ),
    ltv_bps: loanText.ltv_bps,
    liquidation_price: loanText.liquidation_price,
    liquidation_distance_bps: distance,
    status: loanText.status,
    liquidatable_at: loanText.liquidatable_at,
  };
}

/**
 * Interest since the last write of a loan. A pool that was read before the loan was written knows less of it, and the part
 * payments of others may round a debt down by a unit.
 */
const interestOf = (payoff: bigint, { outstanding_amount: written }: LoanRow): bigint =>
  payoff > written ? payoff - written : 0n;
