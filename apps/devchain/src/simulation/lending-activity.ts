import { amountOf, shareOf, USDT, wholeUnits } from '../contracts/shared/tokens';
import { borrowvar, cancelloan, cancelredeem, processqueue } from '../contracts/loan/signatures';
import {
  loansTable,
  type LoanRow,
  loanRequestsTable,
  poolsTable,
  type PoolRow,
  redemptionsTable,
  type RedemptionRow,
  type RequestRow,
} from '../contracts/loan/tables';
import { HIGHEST_APR_BPS } from '../contracts/loan/pool/rate-curve';
import { DEFAULT_POOL } from '../genesis/lending-launch';
import { ACTORS } from './actors';
import type { SeededRandom } from './seeded-random';
import { actionOf } from '../client/action';
import type { InProcessClient } from '../client/in-process-client';
import { payment } from '../operators/issuer';
import { LENDING } from '../contracts/shared/account-names';

/** `MAIN_POOL` lends by default, its shares are TPF. `DRY_POOL` alternates between fully lent out and partly repaid. */
export const MAIN_POOL = DEFAULT_POOL;
export const DRY_POOL = 4;
/** Lent out completely and never repaid: a redemption waits until another account lends USDT. */
export const ILLIQUID_POOL = 5;
/** Below the rate of any pool with an open loan: a request with this cap stays queued. */
const UNREACHED_APR_BPS = 101;

type Turn = (chain: InProcessClient, random: SeededRandom) => void;

/** Lending activity; each turn runs one of them. */
const TURNS: readonly Turn[] = [
  borrowOrRepay,
  lendOrRedeem,
  repayIntoDryPool,
  queueRedemption,
  requestBelowRate,
];

export function lendInTurn(chain: InProcessClient, turn: number, random: SeededRandom): void {
  TURNS[turn % TURNS.length]?.(chain, random);
}

/** Reviews loans and processes the queues. */
export function processQueues(chain: InProcessClient): void {
  chain.send(actionOf(LENDING, processqueue, {}, ACTORS.lender));
}

export function borrowing(account: string, units: bigint, poolId: number, maxAprBps = HIGHEST_APR_BPS) {
  const amount = amountOf(USDT, units);
  return actionOf(LENDING, borrowvar, { account, amount, pool_id: poolId, max_apr_bps: maxAprBps }, account);
}

export function lending(account: string, units: bigint, poolId: number) {
  return payment(account, LENDING, USDT, units, `lend:${String(poolId)}`);
}

export function repaying(account: string, units: bigint) {
  return payment(account, LENDING, USDT, units, 'repay');
}

/** Repays 1 % more than the row says, for the interest since then; the contract refunds the excess. */
export function repayingAll({ account, outstanding_amount: { units } }: LoanRow) {
  return repaying(account, units + units / 100n);
}

export function redeeming(account: string, units: bigint, poolId: number) {
  return payment(account, LENDING, shareOf(poolId), units, `redeem:${String(poolId)}`);
}

export function cancellingRequest(account: string) {
  return actionOf(LENDING, cancelloan, { account }, account);
}

export function loanOf(chain: InProcessClient, account: string): LoanRow | undefined {
  return chain.rows(LENDING, LENDING, loansTable).find((row) => row.account === account);
}

/** The queued loan request of an account. */
export function requestOf(chain: InProcessClient, account: string): RequestRow | undefined {
  return chain.rows(LENDING, LENDING, loanRequestsTable).find((row) => row.account === account);
}

function redemptionsOf(chain: InProcessClient, poolId: number): RedemptionRow[] {
  return chain.rows(LENDING, LENDING, redemptionsTable).filter((row) => row.pool_id === poolId);
}

export function pool(chain: InProcessClient, poolId: number): PoolRow | undefined {
  return chain.find(LENDING, LENDING, poolsTable, BigInt(poolId));
}

/** Repays in parts, then in full, then borrows again. */
function borrowOrRepay(chain: InProcessClient, random: SeededRandom): void {
  const account = ACTORS.regular;
  const open = loanOf(chain, account);
  if (open === undefined) {
    chain.send(
      borrowing(account, random.between(wholeUnits(USDT, 20_000n), wholeUnits(USDT, 60_000n)), MAIN_POOL),
    );
    return;
  }
  const owed = open.outstanding_amount.units;
  const isSmall = owed < open.initial_amount.units / 4n;
  const part = owed / random.between(4n, 8n);
  if (isSmall) chain.send(repayingAll(open));
  else if (chain.balance(account, USDT) >= part) chain.send(repaying(account, part));
}

function lendOrRedeem(chain: InProcessClient, random: SeededRandom): void {
  const account = ACTORS.lender;
  const shares = chain.balance(account, shareOf(MAIN_POOL));
  if (random.chance(2) && shares > wholeUnits(USDT, 100_000n))
    chain.send(redeeming(account, shares / 20n, MAIN_POOL));
  else
    chain.send(
      lending(account, random.between(wholeUnits(USDT, 1_000n), wholeUnits(USDT, 20_000n)), MAIN_POOL),
    );
}

/** Repays in small parts, never enough to fill all queued redemptions. */
function repayIntoDryPool(chain: InProcessClient, random: SeededRandom): void {
  const account = ACTORS.whale;
  const open = loanOf(chain, account);
  const waiting = redemptionsOf(chain, DRY_POOL).reduce((sum, { quantity }) => sum + quantity.units, 0n);
  const units = random.between(wholeUnits(USDT, 200n), wholeUnits(USDT, 2_000n));
  if ((pool(chain, DRY_POOL)?.available.units ?? 0n) > 0n) drain(chain);
  else if (open !== undefined && waiting > units && chain.balance(account, USDT) >= units)
    chain.send(repaying(account, units));
}

/** Borrows all available units of the pool. */
function drain(chain: InProcessClient): void {
  const open = loanOf(chain, ACTORS.whale);
  const settled = open === undefined ? [] : [repayingAll(open)];
  const units = (pool(chain, DRY_POOL)?.available.units ?? 0n) + (open?.outstanding_amount.units ?? 0n);
  chain.send(...settled, borrowing(ACTORS.whale, units, DRY_POOL));
}

/** Keeps some redemptions waiting, and some shares to redeem. */
function queueRedemption(chain: InProcessClient, random: SeededRandom): void {
  const account = ACTORS.redeemer;
  const waiting = redemptionsOf(chain, DRY_POOL).filter((row) => row.account === account);
  const last = waiting.at(-1);
  if (last !== undefined && waiting.length > 4) {
    chain.send(actionOf(LENDING, cancelredeem, { account, id: last.id }, account));
    return;
  }
  if (chain.balance(account, shareOf(DRY_POOL)) <= wholeUnits(USDT, 20_000n)) {
    chain.send(lending(account, chain.balance(account, USDT) / 2n, DRY_POOL));
    drain(chain);
  }
  const units = random.between(wholeUnits(USDT, 1_000n), wholeUnits(USDT, 5_000n));
  chain.send(redeeming(account, units, DRY_POOL));
}

/** Keeps a request with an unreachable rate queued; replaces it at random by one of another amount. */
function requestBelowRate(chain: InProcessClient, random: SeededRandom): void {
  const account = ACTORS.queued;
  const units = random.between(wholeUnits(USDT, 1_000n), wholeUnits(USDT, 9_000n));
  const asking = borrowing(account, units, MAIN_POOL, UNREACHED_APR_BPS);
  if (requestOf(chain, account) === undefined) chain.send(asking);
  else if (random.chance(4)) chain.send(cancellingRequest(account), asking);
}
