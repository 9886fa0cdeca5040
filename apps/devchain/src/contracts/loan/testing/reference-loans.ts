import type { ReferenceDeposits } from './reference-deposits';
import type { ReferenceLedger } from './reference-ledger';

export interface ReferenceLoan {
  id: number;
  account: string;
  poolId: number;
  initialAmount: bigint;
  status: number;
  /** Values the chain last wrote. */
  storedDebt: bigint;
  storedApr: bigint;
  /** Second at which the 72 hours end. */
  liquidatesAtSec?: number;
}

export interface ReferenceRequest {
  id: number;
  account: string;
  poolId: number;
  amount: bigint;
  cap: number;
}

/** A loan or request that ended with one of the statuses liquidated, repaid and cancelled. */
export interface EndedLoan {
  id: number;
  status: 4 | 5 | 6;
  lost?: bigint;
  sold?: bigint;
}

const HOUR = 3600;
const ONE = 100_000_000n;

/** Loans, queued loan requests and liquidations of the reference model. */
export class ReferenceLoans {
  loans: ReferenceLoan[] = [];
  requests: ReferenceRequest[] = [];
  readonly ended: EndedLoan[] = [];
  lastLoanId = 0;

  constructor(
    private readonly ledger: ReferenceLedger,
    private readonly deposits: ReferenceDeposits,
  ) {}

  borrow(account: string, poolId: number, amount: bigint, cap: number): string | undefined {
    if (this.loans.some((loan) => loan.account === account)) return 'lending: account has a loan already';
    if (this.requests.some((one) => one.account === account)) {
      return 'lending: account has a queued loan request already';
    }
    if (!this.ledger.isFresh()) return 'lending: oracle price is stale';
    if (amount * 1000n < this.ledger.price) return 'lending: below minimum loan';
    if (!this.#isCovered(account, amount)) return 'lending: not enough collateral';
    const request = { id: this.lastLoanId + 1, account, poolId, amount, cap };
    this.lastLoanId++;
    this.deposits.fill(poolId);
    if (!this.#tryOpen(request)) this.requests.push(request);
    return undefined;
  }

  cancelRequest(account: string): string | undefined {
    const request = this.requests.find((one) => one.account === account);
    if (request === undefined) return 'lending: account has no queued loan request';
    this.requests = this.requests.filter((one) => one !== request);
    this.ended.push({ id: request.id, status: 6 });
    return undefined;
  }

  repay(account: string, amount: bigint): string | undefined {
    if (this.ledger.unitsOf(this.ledger.usdt, account) < amount) return 'overdrawn balance';
    const loan = this.loans.find((one) => one.account === account);
    if (loan === undefined) return 'lending: account has no loan to repay';
    const pool = this.ledger.pool(loan.poolId);
    this.ledger.add(this.ledger.usdt, account, pool.repay(account, amount) - amount);
    if (pool.debts.has(account)) this.#review(loan);
    else this.#close(loan, { id: loan.id, status: 5 });
    this.deposits.fill(loan.poolId);
    return undefined;
  }

  withdraw(account: string, amount: bigint): string | undefined {
    const left = this.ledger.unitsOf(this.ledger.cbtc, account) - amount;
    if (left < 0n) return 'lending: vault holds less than that';
    const loan = this.loans.find((one) => one.account === account);
    if (loan !== undefined) {
      if (!this.ledger.isFresh()) return 'lending: oracle price is stale';
      const debt = this.ledger.pool(loan.poolId).debtOf(account);
      if (debt * 10n * ONE >= left * this.ledger.price * 7n) return 'lending: withdrawal would breach LTV';
    }
    if (amount < 80_000n) return 'bridge: below minimum withdrawal of 0.00080000 CBTC';
    this.ledger.add(this.ledger.cbtc, account, -amount);
    return undefined;
  }

  process(): void {
    for (const loan of [...this.loans].sort((left, right) => left.id - right.id)) {
      const wasDue = loan.status === 3;
      this.#review(loan);
      if (wasDue && loan.status === 3 && this.ledger.isFresh()) this.#liquidate(loan);
    }
    for (const poolId of this.ledger.pools.keys()) this.deposits.fill(poolId);
    if (!this.ledger.isFresh()) return;
    const waiting = this.requests;
    this.requests = [];
    for (const request of waiting) if (!this.#tryOpen(request)) this.requests.push(request);
  }

  #isCovered(account: string, amount: bigint): boolean {
    return amount * 10n * ONE < this.ledger.unitsOf(this.ledger.cbtc, account) * this.ledger.price * 7n;
  }

  #tryOpen({ id, account, poolId, amount, cap }: ReferenceRequest): boolean {
    const pool = this.ledger.pool(poolId);
    if (this.deposits.redemptions.some((entry) => entry.poolId === poolId) || amount > pool.available)
      return false;
    const apr = pool.rate(pool.outstanding + amount);
    if (apr > BigInt(cap) || !this.#isCovered(account, amount)) return false;
    pool.borrow(account, amount);
    this.ledger.add(this.ledger.usdt, account, amount);
    this.loans.push({
      id,
      account,
      poolId,
      initialAmount: amount,
      status: 0,
      storedDebt: amount,
      storedApr: apr,
    });
    return true;
  }

  #review(loan: ReferenceLoan): void {
    const pool = this.ledger.pool(loan.poolId);
    loan.storedDebt = pool.debtOf(loan.account);
    loan.storedApr = pool.rate(pool.outstanding);
    if (!this.ledger.isFresh()) return;
    const value = this.ledger.unitsOf(this.ledger.cbtc, loan.account) * this.ledger.price;
    const hundredths = (percent: bigint): boolean => loan.storedDebt * ONE * 100n >= value * percent;
    if (!hundredths(80n)) {
      loan.liquidatesAtSec = undefined;
      loan.status = hundredths(70n) ? 1 : 0;
      return;
    }
    loan.liquidatesAtSec ??= this.ledger.nowSec + 72 * HOUR;
    loan.status = this.ledger.nowSec < loan.liquidatesAtSec ? 2 : 3;
  }

  #liquidate(loan: ReferenceLoan): void {
    const held = this.ledger.unitsOf(this.ledger.cbtc, loan.account);
    let sold = (loan.storedDebt * ONE) / this.ledger.price;
    while (sold * this.ledger.price < loan.storedDebt * ONE) sold++;
    const worthAll = (held * this.ledger.price) / ONE;
    const isShort = worthAll < loan.storedDebt;
    const proceeds = isShort ? worthAll : loan.storedDebt;
    if (proceeds > this.ledger.backstop) return;
    this.ledger.backstop -= proceeds;
    const taken = isShort ? held : sold;
    this.ledger.add(this.ledger.cbtc, loan.account, -taken);
    this.ledger.add(this.ledger.cbtc, 'liquidator', taken);
    const lost = this.ledger.pool(loan.poolId).close(loan.account, proceeds);
    this.#close(loan, { id: loan.id, status: 4, lost, sold: taken });
  }

  #close(loan: ReferenceLoan, ending: EndedLoan): void {
    this.loans = this.loans.filter((one) => one !== loan);
    this.ended.push(ending);
  }
}
