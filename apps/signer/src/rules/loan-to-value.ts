import type { Policy } from '../policy/policy';
import { assetUnits, type NodeTables, type Row } from '../chain/node-tables';
import { ORACLE_DECIMALS, type StatedPrice, statedPrice } from './price-guard';

/** Debt and collateral of the account as one node states them, in units of USDT and CBTC. */
export interface LoanFacts {
  readonly debt: bigint;
  readonly collateral: bigint;
  readonly price: StatedPrice;
}

const YEAR_BPS = 10_000n * 365n * 86_400n;
const WHOLE_BPS = 10_000n;

/** The facts of one node. Requests that wait count as debt. @throws Error where the node lacks one */
export async function loanFacts(
  tables: NodeTables,
  { profile, file }: Policy,
  nowMs: number,
): Promise<LoanFacts> {
  const { account } = file;
  const [usdt, cbtc] = [profile.tokens['USDT'], profile.tokens['CBTC']];
  if (usdt === undefined || cbtc === undefined) throw new RangeError('the profile has no USDT or no CBTC');
  const [loans, requests, vaults, pools, price] = await Promise.all([
    tables.rows('loans', { account }),
    tables.rows('loan_requests', { account }),
    tables.rows('vaults', { key: account }),
    tables.rows('pools'),
    statedPrice(tables),
  ]);
  const owed = loans.map((loan) => debtOf(loan, pools, (text) => assetUnits(text, usdt), nowMs));
  const waiting = requests.map(({ amount }) => assetUnits(amount, usdt));
  const vault = vaults.find(({ owner }) => owner === account)?.['vault'];
  const collateral = vault === undefined ? 0n : await tables.balance(cbtc, String(vault));
  return { debt: [...owed, ...waiting].reduce((sum, each) => sum + each, 0n), collateral, price };
}

/** The debt of a loan now, rounded up: its part of its pool, with the interest since the last write of the pool. */
function debtOf(loan: Row, pools: readonly Row[], units: (text: unknown) => bigint, nowMs: number): bigint {
  const written = units(loan['outstanding_amount']);
  const { pool_id } = loan['terms'] as { readonly pool_id: unknown };
  const pool = pools.find((each) => each['pool_id'] === pool_id);
  if (pool === undefined) throw new RangeError(`there is no pool ${String(pool_id)}`);
  const outstanding = units(pool['outstanding_amount']);
  const seconds = Math.max(0, Math.ceil((nowMs - Date.parse(`${String(pool['updated_at'])}Z`)) / 1000));
  const interest = (outstanding * BigInt(Number(pool['borrow_apr_bps'])) * BigInt(seconds)) / YEAR_BPS + 1n;
  const [own, all] = [BigInt(String(loan['debt_shares'])), BigInt(String(pool['debt_shares']))];
  const now = all === 0n ? 0n : ((outstanding + interest) * own + all - 1n) / all;
  return now > written ? now : written;
}

/** Decimals of the tokens that a loan-to-value compares. */
export interface LoanDecimals {
  readonly usdt: number;
  readonly cbtc: number;
}

/** Whether debt / (collateral x price) is at most `maxBps`. Without collateral only no debt is. */
export function isWithinLoanToValue(
  { debt, collateral, price }: LoanFacts,
  maxBps: number,
  { usdt, cbtc }: LoanDecimals,
): boolean {
  const value = collateral * price.units * 10n ** BigInt(usdt) * BigInt(maxBps);
  return debt * 10n ** BigInt(cbtc + ORACLE_DECIMALS) * WHOLE_BPS <= value;
}
