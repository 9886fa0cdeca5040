import { amountOf } from '../contracts/bridge/tokens';
import { borrowvar, cancelloan, cancelredeem, processqueue } from '../contracts/loan/signatures';
import {
  loan,
  type LoanRow,
  loanqueue,
  poolstats,
  type PoolRow,
  redeemqueue,
  type RedemptionRow,
  type RequestRow,
} from '../contracts/loan/tables';
import { SHARES, USDT } from '../contracts/loan/tokens';
import { HIGHEST_APR_BPS } from '../contracts/loan/rate-curve';
import { CAST, wholes } from './cast';
import type { Dice } from './dice';
import { actionOf, type LifeChain } from './life-chain';
import { payment } from './treasury';

const LENDING = 'loan';
/** The pool that lends by default, whose shares are TPF; and the one whose last unit is lent out and repaid in turn. */
export const MAIN_POOL = 6;
export const DRY_POOL = 4;
/** Lent out completely and never repaid: a redemption waits until another account lends USDT. */
export const ILLIQUID_POOL = 5;
/** No pool is ever that cheap while anybody borrows from it: a request with this cap waits. */
const HOPELESS_APR_BPS = 101;

type Turn = (chain: LifeChain, dice: Dice) => void;

/** What the people around the lending contract do, one thing at a time. */
const TURNS: readonly Turn[] = [borrowOrRepay, lendOrRedeem, repayIntoDryPool, queueRedemption, askInVain];

export function lendInTurn(chain: LifeChain, turn: number, dice: Dice): void {
  TURNS[turn % TURNS.length]?.(chain, dice);
}

/** Loans are reviewed, queues move. */
export function processQueues(chain: LifeChain, keeper: string = CAST.lender): void {
  chain.send(actionOf(keeper, LENDING, processqueue, {}));
}

export function borrowing(account: string, units: bigint, poolId: number, maxAprBps = HIGHEST_APR_BPS) {
  const amount = amountOf(USDT, units);
  return actionOf(account, LENDING, borrowvar, { account, amount, pool_id: poolId, max_apr_bps: maxAprBps });
}

export function lending(account: string, units: bigint, poolId: number) {
  return payment(account, LENDING, USDT, units, `lend:${String(poolId)}`);
}

export function repaying(account: string, units: bigint) {
  return payment(account, LENDING, USDT, units, 'repay');
}

/** More than is owed comes back: the interest since the row was written is unknown here. */
export function repayingAll({ account, outstanding_amount: { units } }: LoanRow) {
  return repaying(account, units + units / 100n);
}

export function redeeming(account: string, units: bigint, poolId: number) {
  return payment(account, LENDING, shareOf(poolId), units, `redeem:${String(poolId)}`);
}

export function cancellingRequest(account: string) {
  return actionOf(account, LENDING, cancelloan, { account });
}

export function loanOf(chain: LifeChain, account: string): LoanRow | undefined {
  return chain.rows(LENDING, LENDING, loan).find((row) => row.account === account);
}

/** What an account waits for in the queue of requests. */
export function requestOf(chain: LifeChain, account: string): RequestRow | undefined {
  return chain.rows(LENDING, LENDING, loanqueue).find((row) => row.account === account);
}

function redemptionsOf(chain: LifeChain, poolId: number): RedemptionRow[] {
  return chain.rows(LENDING, LENDING, redeemqueue).filter((row) => row.pool_id === poolId);
}

export function pool(chain: LifeChain, poolId: number): PoolRow | undefined {
  return chain.find(LENDING, LENDING, poolstats, BigInt(poolId));
}

/** Pays back bit by bit, then all of it, then borrows anew. */
function borrowOrRepay(chain: LifeChain, dice: Dice): void {
  const account = CAST.regular;
  const open = loanOf(chain, account);
  if (open === undefined) {
    chain.send(borrowing(account, dice.between(wholes(USDT, 20_000n), wholes(USDT, 60_000n)), MAIN_POOL));
    return;
  }
  const owed = open.outstanding_amount.units;
  const isSmall = owed < open.initial_amount.units / 4n;
  const part = owed / dice.between(4n, 8n);
  if (isSmall) chain.send(repayingAll(open));
  else if (chain.balance(account, USDT) >= part) chain.send(repaying(account, part));
}

function lendOrRedeem(chain: LifeChain, dice: Dice): void {
  const account = CAST.lender;
  const shares = chain.balance(account, shareOf(MAIN_POOL));
  if (dice.oneIn(2) && shares > wholes(USDT, 100_000n))
    chain.send(redeeming(account, shares / 20n, MAIN_POOL));
  else chain.send(lending(account, dice.between(wholes(USDT, 1_000n), wholes(USDT, 20_000n)), MAIN_POOL));
}

/** Liquidity for those who wait, bit by bit and never for all of them. */
function repayIntoDryPool(chain: LifeChain, dice: Dice): void {
  const account = CAST.whale;
  const open = loanOf(chain, account);
  const waiting = redemptionsOf(chain, DRY_POOL).reduce((sum, { quantity }) => sum + quantity.units, 0n);
  const units = dice.between(wholes(USDT, 200n), wholes(USDT, 2_000n));
  if ((pool(chain, DRY_POOL)?.available.units ?? 0n) > 0n) drain(chain);
  else if (open !== undefined && waiting > units && chain.balance(account, USDT) >= units)
    chain.send(repaying(account, units));
}

/** What the pool has is lent out to the last unit. */
function drain(chain: LifeChain): void {
  const open = loanOf(chain, CAST.whale);
  const settled = open === undefined ? [] : [repayingAll(open)];
  const units = (pool(chain, DRY_POOL)?.available.units ?? 0n) + (open?.outstanding_amount.units ?? 0n);
  chain.send(...settled, borrowing(CAST.whale, units, DRY_POOL));
}

/** Keeps some redemptions waiting, and some shares to redeem. */
function queueRedemption(chain: LifeChain, dice: Dice): void {
  const account = CAST.redeemer;
  const waiting = redemptionsOf(chain, DRY_POOL).filter((row) => row.account === account);
  const last = waiting.at(-1);
  if (last !== undefined && waiting.length > 4) {
    chain.send(actionOf(account, LENDING, cancelredeem, { account, id: last.id }));
    return;
  }
  if (chain.balance(account, shareOf(DRY_POOL)) <= wholes(USDT, 20_000n)) {
    chain.send(lending(account, chain.balance(account, USDT) / 2n, DRY_POOL));
    drain(chain);
  }
  const units = dice.between(wholes(USDT, 1_000n), wholes(USDT, 5_000n));
  chain.send(redeeming(account, units, DRY_POOL));
}

/** Waits for a rate that does not come; gives up now and then and asks for another amount. */
function askInVain(chain: LifeChain, dice: Dice): void {
  const account = CAST.patient;
  const units = dice.between(wholes(USDT, 1_000n), wholes(USDT, 9_000n));
  const asking = borrowing(account, units, MAIN_POOL, HOPELESS_APR_BPS);
  if (requestOf(chain, account) === undefined) chain.send(asking);
  else if (dice.oneIn(4)) chain.send(cancellingRequest(account), asking);
}

export function shareOf(poolId: number) {
  const share = SHARES[poolId];
  if (share === undefined) throw new RangeError(`there is no pool ${String(poolId)}`);
  return share;
}
