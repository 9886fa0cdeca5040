import { ReferencePool } from '../../../../../apps/devchain/src/contracts/loan/testing/reference-pool';

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

export interface ReferenceRedemption {
  id: number;
  account: string;
  poolId: number;
  shares: bigint;
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
/** Maximum supply of a share token. */
const MAX_SHARES = 10_000_000_000n * ONE;
const LARGEST_AMOUNT = 2n ** 62n - 1n;

/**
 * Reference model of docs/contracts/loan.md: arrays and maps of balances, one method per action. A method returns the
 * message of the refusal, or undefined. It has no code in common with the contract.
 */
export class ReferenceLending {
  readonly pools: ReferencePool[];
  readonly usdt = new Map<string, bigint>();
  readonly cbtc = new Map<string, bigint>();
  /** By `account pool`. Shares that wait for redemption are in `redemptions`. */
  readonly shares = new Map<string, bigint>();
  loans: ReferenceLoan[] = [];
  requests: ReferenceRequest[] = [];
  redemptions: ReferenceRedemption[] = [];
  readonly endedLoans: EndedLoan[] = [];
  backstop = 0n;
  price = 0n;
  priceUpdatedMs = 0;
  private lastLoanId = 0;
  private lastRedemptionId = 0;

  constructor(public nowMs: number) {
    const curve = { base: 100n, kinkAt: 8000n, kink: 600n, max: 2000n };
    this.pools = [0, 1, 2, 3, 4, 5, 6].map(() => new ReferencePool(curve, this.nowSec));
  }

  /** Sets deposits and redemptions from before the comparison. */
  setHistory({
    poolId,
    deposit,
    redemptions,
  }: {
    poolId: number;
    deposit: bigint;
    redemptions: number;
  }): void {
    Object.assign(this.pool(poolId), { deposited: deposit, redeemed: deposit });
    this.lastRedemptionId = redemptions;
  }

  get nowSec(): number {
    return (this.nowMs - (this.nowMs % 1000)) / 1000;
  }

  setPrice(price: bigint): void {
    this.price = price;
    // The oracle writes whole seconds.
    this.priceUpdatedMs = this.nowSec * 1000;
  }

  lend(account: string, poolId: number, amount: bigint): string | undefined {
    if (this.unitsOf(this.usdt, account) < amount) return 'overdrawn balance';
    const pool = this.pool(poolId);
    if (pool.shares > 0n && pool.assets === 0n) return 'lending: all assets of the pool are lost';
    if (pool.shares > 0n && (amount * pool.shares) / pool.assets === 0n) {
      return 'lending: deposit is worth less than the smallest share';
    }
    const refusal = this.tooManyShares(pool, amount);
    if (refusal !== undefined) return refusal;
    const { shares, back } = pool.lend('lenders', amount);
    this.add(this.usdt, account, back - amount);
    this.add(this.shares, `${account} ${String(poolId)}`, shares);
    this.fillRedemptions(poolId);
    return undefined;
  }

  /** After a loss of nearly everything a share costs next to nothing. */
  private tooManyShares(pool: ReferencePool, amount: bigint): string | undefined {
    const shares = pool.shares + (pool.shares > 0n ? (amount * pool.shares) / pool.assets : amount);
    if (shares > LARGEST_AMOUNT) return 'lending: deposit is worth more shares than there can be';
    return shares > MAX_SHARES ? 'quantity exceeds available supply' : undefined;
  }

  redeem(account: string, poolId: number, shares: bigint): string | undefined {
    const key = `${account} ${String(poolId)}`;
    if (this.unitsOf(this.shares, key) < shares) return 'overdrawn balance';
    const pool = this.pool(poolId);
    if (pool.valueOf(shares) === 0n) return 'lending: shares are worth less than the smallest unit of USDT';
    this.add(this.shares, key, -shares);
    this.redemptions.push({ id: ++this.lastRedemptionId, account, poolId, shares });
    this.fillRedemptions(poolId);
    return undefined;
  }

  cancelRedemption(account: string, id: number): string | undefined {
    const entry = this.redemptions.find((one) => one.id === id);
    if (entry === undefined) return 'lending: there is no such queued redemption';
    if (entry.account !== account) return 'lending: redemption belongs to another account';
    this.returnShares(entry);
    return undefined;
  }

  borrow(account: string, poolId: number, amount: bigint, cap: number): string | undefined {
    if (this.loans.some((loan) => loan.account === account)) return 'lending: account has a loan already';
    if (this.requests.some((one) => one.account === account)) {
      return 'lending: account has a queued loan request already';
    }
    if (!this.isFresh()) return 'lending: oracle price is stale';
    if (amount * 1000n < this.price) return 'lending: below minimum loan';
    if (!this.isCovered(account, amount)) return 'lending: not enough collateral';
    const request = { id: this.lastLoanId + 1, account, poolId, amount, cap };
    this.lastLoanId++;
    this.fillRedemptions(poolId);
    if (!this.tryOpen(request)) this.requests.push(request);
    return undefined;
  }

  cancelRequest(account: string): string | undefined {
    const request = this.requests.find((one) => one.account === account);
    if (request === undefined) return 'lending: account has no queued loan request';
    this.requests = this.requests.filter((one) => one !== request);
    this.endedLoans.push({ id: request.id, status: 6 });
    return undefined;
  }

  repay(account: string, amount: bigint): string | undefined {
    if (this.unitsOf(this.usdt, account) < amount) return 'overdrawn balance';
    const loan = this.loans.find((one) => one.account === account);
    if (loan === undefined) return 'lending: account has no loan to repay';
    const pool = this.pool(loan.poolId);
    this.add(this.usdt, account, pool.repay(account, amount) - amount);
    if (pool.debts.has(account)) this.review(loan);
    else this.closeLoan(loan, { id: loan.id, status: 5 });
    this.fillRedemptions(loan.poolId);
    return undefined;
  }

  withdraw(account: string, amount: bigint): string | undefined {
    const left = this.unitsOf(this.cbtc, account) - amount;
    if (left < 0n) return 'lending: vault holds less than that';
    const loan = this.loans.find((one) => one.account === account);
    if (loan !== undefined) {
      if (!this.isFresh()) return 'lending: oracle price is stale';
      const debt = this.pool(loan.poolId).debtOf(account);
      if (debt * 10n * ONE >= left * this.price * 7n) return 'lending: withdrawal would breach LTV';
    }
    if (amount < 80_000n) return 'bridge: below minimum withdrawal of 0.00080000 CBTC';
    this.add(this.cbtc, account, -amount);
    return undefined;
  }

  fundVault(account: string, amount: bigint): void {
    this.add(this.cbtc, account, amount);
  }

  process(): void {
    for (const loan of [...this.loans].sort((left, right) => left.id - right.id)) {
      const wasDue = loan.status === 3;
      this.review(loan);
      if (wasDue && loan.status === 3 && this.isFresh()) this.liquidate(loan);
    }
    for (const poolId of this.pools.keys()) this.fillRedemptions(poolId);
    if (!this.isFresh()) return;
    const waiting = this.requests;
    this.requests = [];
    for (const request of waiting) if (!this.tryOpen(request)) this.requests.push(request);
  }

  /** Returns a function that restores the interest of this moment: a refused or read-only action charges nothing. */
  saveInterest(): () => void {
    const before = this.pools.map(({ interest, interestRemainder, updatedAtSec }) => ({
      interest,
      interestRemainder,
      updatedAtSec,
    }));
    return () => {
      this.pools.forEach((pool, poolId) => Object.assign(pool, before[poolId]));
    };
  }

  /** The pool, with interest up to now by default. */
  pool(poolId: number, interest: 'current' | 'stored' = 'current'): ReferencePool {
    const pool = this.pools[poolId];
    if (pool === undefined) throw new Error(`no pool ${String(poolId)}`);
    if (interest === 'current') pool.accrueUntil(this.nowSec);
    return pool;
  }

  debtSharesOf(poolId: number, account: string): bigint {
    return this.unitsOf(this.pool(poolId, 'stored').debts, account);
  }

  unitsOf(amounts: Map<string, bigint>, name: string): bigint {
    return amounts.get(name) ?? 0n;
  }

  private isFresh(): boolean {
    return this.nowMs - this.priceUpdatedMs <= 300_000;
  }

  private isCovered(account: string, amount: bigint): boolean {
    return amount * 10n * ONE < this.unitsOf(this.cbtc, account) * this.price * 7n;
  }

  private tryOpen({ id, account, poolId, amount, cap }: ReferenceRequest): boolean {
    const pool = this.pool(poolId);
    if (this.redemptions.some((entry) => entry.poolId === poolId) || amount > pool.available) return false;
    const apr = pool.rate(pool.outstanding + amount);
    if (apr > BigInt(cap) || !this.isCovered(account, amount)) return false;
    pool.borrow(account, amount);
    this.add(this.usdt, account, amount);
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

  private fillRedemptions(poolId: number): void {
    for (const entry of this.redemptions.filter((one) => one.poolId === poolId)) {
      const pool = this.pool(poolId);
      if (pool.available === 0n) return;
      if (pool.valueOf(entry.shares) === 0n) {
        this.returnShares(entry);
        continue;
      }
      const { paid, burned } = pool.redeem('lenders', entry.shares);
      if (paid === 0n) return;
      this.add(this.usdt, entry.account, paid);
      entry.shares -= burned;
      if (entry.shares === 0n) this.redemptions = this.redemptions.filter((one) => one !== entry);
    }
  }

  private returnShares(entry: ReferenceRedemption): void {
    this.redemptions = this.redemptions.filter((one) => one !== entry);
    this.add(this.shares, `${entry.account} ${String(entry.poolId)}`, entry.shares);
  }

  private review(loan: ReferenceLoan): void {
    const pool = this.pool(loan.poolId);
    loan.storedDebt = pool.debtOf(loan.account);
    loan.storedApr = pool.rate(pool.outstanding);
    if (!this.isFresh()) return;
    const value = this.unitsOf(this.cbtc, loan.account) * this.price;
    const hundredths = (percent: bigint): boolean => loan.storedDebt * ONE * 100n >= value * percent;
    if (!hundredths(80n)) {
      loan.liquidatesAtSec = undefined;
      loan.status = hundredths(70n) ? 1 : 0;
      return;
    }
    loan.liquidatesAtSec ??= this.nowSec + 72 * HOUR;
    loan.status = this.nowSec < loan.liquidatesAtSec ? 2 : 3;
  }

  private liquidate(loan: ReferenceLoan): void {
    const held = this.unitsOf(this.cbtc, loan.account);
    let sold = (loan.storedDebt * ONE) / this.price;
    while (sold * this.price < loan.storedDebt * ONE) sold++;
    const worthAll = (held * this.price) / ONE;
    const isShort = worthAll < loan.storedDebt;
    const proceeds = isShort ? worthAll : loan.storedDebt;
    if (proceeds > this.backstop) return;
    this.backstop -= proceeds;
    const taken = isShort ? held : sold;
    this.add(this.cbtc, loan.account, -taken);
    this.add(this.cbtc, 'liquidator', taken);
    const lost = this.pool(loan.poolId).close(loan.account, proceeds);
    this.closeLoan(loan, { id: loan.id, status: 4, lost, sold: taken });
  }

  private closeLoan(loan: ReferenceLoan, ending: EndedLoan): void {
    this.loans = this.loans.filter((one) => one !== loan);
    this.endedLoans.push(ending);
  }

  private add(amounts: Map<string, bigint>, name: string, amount: bigint): void {
    amounts.set(name, this.unitsOf(amounts, name) + amount);
  }
}
