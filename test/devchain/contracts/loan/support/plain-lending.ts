import { PlainPool } from '../../../../../apps/devchain/src/contracts/loan/testing/plain-pool';

export interface PlainLoan {
  id: number;
  account: string;
  poolId: number;
  first: bigint;
  status: number;
  /** Values the chain last wrote. */
  shown: bigint;
  apr: bigint;
  /** Second at which the 72 hours end. */
  timer?: number;
}

export interface PlainRequest {
  id: number;
  account: string;
  poolId: number;
  amount: bigint;
  cap: number;
}

export interface PlainRedemption {
  id: number;
  account: string;
  poolId: number;
  shares: bigint;
}

/** Outcomes of ended loans. */
export interface PlainEnding {
  id: number;
  status: 4 | 5 | 6;
  lost?: bigint;
  sold?: bigint;
}

const HOUR = 3600;
const ONE = 100_000_000n;
/** Of one symbol of the share token. */
const MOST_SHARES = 10_000_000_000n * ONE;
const LARGEST_AMOUNT = 2n ** 62n - 1n;

/**
 * The rules of docs/contracts/loan.md a second time, as plainly as possible, to compare with: arrays that are filtered,
 * maps of balances, one method per action, each giving the refusal in words or nothing. Shares nothing with the contract.
 */
export class PlainLending {
  readonly pools: PlainPool[];
  readonly usdt = new Map<string, bigint>();
  readonly cbtc = new Map<string, bigint>();
  /** By `account pool`; what waits for redemption is in the queue. */
  readonly shares = new Map<string, bigint>();
  loans: PlainLoan[] = [];
  requests: PlainRequest[] = [];
  queue: PlainRedemption[] = [];
  readonly endings: PlainEnding[] = [];
  backstop = 0n;
  price = 0n;
  pricedAtMs = 0;
  private loanNumbers = 0;
  private redemptionNumbers = 0;

  constructor(public nowMs: number) {
    const curve = { base: 100n, kinkAt: 8000n, kink: 600n, max: 2000n };
    this.pools = [0, 1, 2, 3, 4, 5, 6].map(() => new PlainPool(curve, this.now));
  }

  /** Deposits and payouts before. */
  startWith({
    poolId,
    deposit,
    redemptions,
  }: {
    poolId: number;
    deposit: bigint;
    redemptions: number;
  }): void {
    Object.assign(this.pool(poolId), { deposited: deposit, redeemed: deposit });
    this.redemptionNumbers = redemptions;
  }

  get now(): number {
    return (this.nowMs - (this.nowMs % 1000)) / 1000;
  }

  setPrice(price: bigint): void {
    this.price = price;
    // The oracle writes whole seconds.
    this.pricedAtMs = this.now * 1000;
  }

  lend(account: string, poolId: number, amount: bigint): string | undefined {
    if (this.of(this.usdt, account) < amount) return 'overdrawn balance';
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
    this.payQueue(poolId);
    return undefined;
  }

  /** After a loss of nearly everything a share costs next to nothing. */
  private tooManyShares(pool: PlainPool, amount: bigint): string | undefined {
    const shares = pool.shares + (pool.shares > 0n ? (amount * pool.shares) / pool.assets : amount);
    if (shares > LARGEST_AMOUNT) return 'lending: deposit is worth more shares than there can be';
    return shares > MOST_SHARES ? 'quantity exceeds available supply' : undefined;
  }

  redeem(account: string, poolId: number, shares: bigint): string | undefined {
    const key = `${account} ${String(poolId)}`;
    if (this.of(this.shares, key) < shares) return 'overdrawn balance';
    const pool = this.pool(poolId);
    if (pool.worth(shares) === 0n) return 'lending: shares are worth less than the smallest unit of USDT';
    this.add(this.shares, key, -shares);
    this.queue.push({ id: ++this.redemptionNumbers, account, poolId, shares });
    this.payQueue(poolId);
    return undefined;
  }

  cancelRedemption(account: string, id: number): string | undefined {
    const entry = this.queue.find((one) => one.id === id);
    if (entry === undefined) return 'lending: there is no such queued redemption';
    if (entry.account !== account) return 'lending: redemption belongs to another account';
    this.giveBack(entry);
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
    const request = { id: this.loanNumbers + 1, account, poolId, amount, cap };
    this.loanNumbers++;
    this.payQueue(poolId);
    if (!this.tryOpen(request)) this.requests.push(request);
    return undefined;
  }

  cancelRequest(account: string): string | undefined {
    const request = this.requests.find((one) => one.account === account);
    if (request === undefined) return 'lending: account has no queued loan request';
    this.requests = this.requests.filter((one) => one !== request);
    this.endings.push({ id: request.id, status: 6 });
    return undefined;
  }

  repay(account: string, amount: bigint): string | undefined {
    if (this.of(this.usdt, account) < amount) return 'overdrawn balance';
    const loan = this.loans.find((one) => one.account === account);
    if (loan === undefined) return 'lending: account has no loan to repay';
    const pool = this.pool(loan.poolId);
    this.add(this.usdt, account, pool.repay(account, amount) - amount);
    if (pool.debts.has(account)) this.review(loan);
    else this.end(loan, { id: loan.id, status: 5 });
    this.payQueue(loan.poolId);
    return undefined;
  }

  withdraw(account: string, amount: bigint): string | undefined {
    const left = this.of(this.cbtc, account) - amount;
    if (left < 0n) return 'lending: vault holds less than that';
    const loan = this.loans.find((one) => one.account === account);
    if (loan !== undefined) {
      if (!this.isFresh()) return 'lending: oracle price is stale';
      const debt = this.pool(loan.poolId).owes(account);
      if (debt * 10n * ONE >= left * this.price * 7n) return 'lending: withdrawal would breach LTV';
    }
    if (amount < 80_000n) return 'bridge: below minimum withdrawal of 0.00080000 CBTC';
    this.add(this.cbtc, account, -amount);
    return undefined;
  }

  fund(account: string, amount: bigint): void {
    this.add(this.cbtc, account, amount);
  }

  process(): void {
    for (const loan of [...this.loans].sort((left, right) => left.id - right.id)) {
      const wasDue = loan.status === 3;
      this.review(loan);
      if (wasDue && loan.status === 3 && this.isFresh()) this.sell(loan);
    }
    for (const poolId of this.pools.keys()) this.payQueue(poolId);
    if (!this.isFresh()) return;
    const waiting = this.requests;
    this.requests = [];
    for (const request of waiting) if (!this.tryOpen(request)) this.requests.push(request);
  }

  /** Interest charged so far. A refused or read-only action charges nothing. */
  charged(): () => void {
    const before = this.pools.map(({ interest, parts, lastSecond }) => ({ interest, parts, lastSecond }));
    return () => {
      this.pools.forEach((pool, poolId) => Object.assign(pool, before[poolId]));
    };
  }

  /** The pool, with interest up to now by default. */
  pool(poolId: number, interest: 'charged' | 'as it is' = 'charged'): PlainPool {
    const pool = this.pools[poolId];
    if (pool === undefined) throw new Error(`no pool ${String(poolId)}`);
    if (interest === 'charged') pool.wait(this.now);
    return pool;
  }

  debtSharesOf(poolId: number, account: string): bigint {
    return this.of(this.pool(poolId, 'as it is').debts, account);
  }

  of(amounts: Map<string, bigint>, name: string): bigint {
    return amounts.get(name) ?? 0n;
  }

  private isFresh(): boolean {
    return this.nowMs - this.pricedAtMs <= 300_000;
  }

  private isCovered(account: string, amount: bigint): boolean {
    return amount * 10n * ONE < this.of(this.cbtc, account) * this.price * 7n;
  }

  private tryOpen({ id, account, poolId, amount, cap }: PlainRequest): boolean {
    const pool = this.pool(poolId);
    if (this.queue.some((entry) => entry.poolId === poolId) || amount > pool.available) return false;
    const apr = pool.rate(pool.outstanding + amount);
    if (apr > BigInt(cap) || !this.isCovered(account, amount)) return false;
    pool.borrow(account, amount);
    this.add(this.usdt, account, amount);
    this.loans.push({ id, account, poolId, first: amount, status: 0, shown: amount, apr });
    return true;
  }

  private payQueue(poolId: number): void {
    for (const entry of this.queue.filter((one) => one.poolId === poolId)) {
      const pool = this.pool(poolId);
      if (pool.available === 0n) return;
      if (pool.worth(entry.shares) === 0n) {
        this.giveBack(entry);
        continue;
      }
      const { paid, burned } = pool.redeem('lenders', entry.shares);
      if (paid === 0n) return;
      this.add(this.usdt, entry.account, paid);
      entry.shares -= burned;
      if (entry.shares === 0n) this.queue = this.queue.filter((one) => one !== entry);
    }
  }

  private giveBack(entry: PlainRedemption): void {
    this.queue = this.queue.filter((one) => one !== entry);
    this.add(this.shares, `${entry.account} ${String(entry.poolId)}`, entry.shares);
  }

  private review(loan: PlainLoan): void {
    const pool = this.pool(loan.poolId);
    loan.shown = pool.owes(loan.account);
    loan.apr = pool.rate(pool.outstanding);
    if (!this.isFresh()) return;
    const value = this.of(this.cbtc, loan.account) * this.price;
    const hundredths = (percent: bigint): boolean => loan.shown * ONE * 100n >= value * percent;
    if (!hundredths(80n)) {
      loan.timer = undefined;
      loan.status = hundredths(70n) ? 1 : 0;
      return;
    }
    loan.timer ??= this.now + 72 * HOUR;
    loan.status = this.now < loan.timer ? 2 : 3;
  }

  private sell(loan: PlainLoan): void {
    const held = this.of(this.cbtc, loan.account);
    let sold = (loan.shown * ONE) / this.price;
    while (sold * this.price < loan.shown * ONE) sold++;
    const worthAll = (held * this.price) / ONE;
    const isShort = worthAll < loan.shown;
    const proceeds = isShort ? worthAll : loan.shown;
    if (proceeds > this.backstop) return;
    this.backstop -= proceeds;
    const taken = isShort ? held : sold;
    this.add(this.cbtc, loan.account, -taken);
    this.add(this.cbtc, 'liquidator', taken);
    const lost = this.pool(loan.poolId).close(loan.account, proceeds);
    this.end(loan, { id: loan.id, status: 4, lost, sold: taken });
  }

  private end(loan: PlainLoan, ending: PlainEnding): void {
    this.loans = this.loans.filter((one) => one !== loan);
    this.endings.push(ending);
  }

  private add(amounts: Map<string, bigint>, name: string, amount: bigint): void {
    amounts.set(name, this.of(amounts, name) + amount);
  }
}
