import { ReferencePool } from './reference-pool';

/** Clock, oracle price, pools and balances: all that deposits and loans of the reference model share. */
export class ReferenceLedger {
  readonly pools: ReferencePool[];
  readonly usdt = new Map<string, bigint>();
  readonly cbtc = new Map<string, bigint>();
  /** By `account pool`. Shares that wait for redemption are not in it. */
  readonly shares = new Map<string, bigint>();
  backstop = 0n;
  price = 0n;
  priceUpdatedMs = 0;

  constructor(public nowMs: number) {
    const curve = { base: 100n, kinkAt: 8000n, kink: 600n, max: 2000n };
    this.pools = [0, 1, 2, 3, 4, 5, 6].map(() => new ReferencePool(curve, this.nowSec));
  }

  get nowSec(): number {
    return (this.nowMs - (this.nowMs % 1000)) / 1000;
  }

  /** Whether the price is at most 300 s old. */
  isFresh(): boolean {
    return this.nowMs - this.priceUpdatedMs <= 300_000;
  }

  setPrice(price: bigint): void {
    this.price = price;
    // The oracle writes whole seconds.
    this.priceUpdatedMs = this.nowSec * 1000;
  }

  fundVault(account: string, amount: bigint): void {
    this.add(this.cbtc, account, amount);
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

  add(amounts: Map<string, bigint>, name: string, amount: bigint): void {
    amounts.set(name, this.unitsOf(amounts, name) + amount);
  }
}
