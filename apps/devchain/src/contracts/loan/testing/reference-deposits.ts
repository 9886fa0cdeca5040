import type { ReferencePool } from './reference-pool';
import type { ReferenceLedger } from './reference-ledger';

export interface ReferenceRedemption {
  id: number;
  account: string;
  poolId: number;
  shares: bigint;
}

const ONE = 100_000_000n;
/** Maximum supply of a share token. */
const MAX_SHARES = 10_000_000_000n * ONE;
const LARGEST_AMOUNT = 2n ** 62n - 1n;

/** Deposits and the redemption queue of the reference model. */
export class ReferenceDeposits {
  redemptions: ReferenceRedemption[] = [];
  lastRedemptionId = 0;

  constructor(private readonly ledger: ReferenceLedger) {}

  lend(account: string, poolId: number, amount: bigint): string | undefined {
    if (this.ledger.unitsOf(this.ledger.usdt, account) < amount) return 'overdrawn balance';
    const pool = this.ledger.pool(poolId);
    if (pool.shares > 0n && pool.assets === 0n) return 'lending: all assets of the pool are lost';
    if (pool.shares > 0n && (amount * pool.shares) / pool.assets === 0n) {
      return 'lending: deposit is worth less than the smallest share';
    }
    const refusal = this.#tooManyShares(pool, amount);
    if (refusal !== undefined) return refusal;
    const { shares, back } = pool.lend('lenders', amount);
    this.ledger.add(this.ledger.usdt, account, back - amount);
    this.ledger.add(this.ledger.shares, `${account} ${String(poolId)}`, shares);
    this.fill(poolId);
    return undefined;
  }

  redeem(account: string, poolId: number, shares: bigint): string | undefined {
    const key = `${account} ${String(poolId)}`;
    if (this.ledger.unitsOf(this.ledger.shares, key) < shares) return 'overdrawn balance';
    const pool = this.ledger.pool(poolId);
    if (pool.valueOf(shares) === 0n) return 'lending: shares are worth less than the smallest unit of USDT';
    this.ledger.add(this.ledger.shares, key, -shares);
    this.redemptions.push({ id: ++this.lastRedemptionId, account, poolId, shares });
    this.fill(poolId);
    return undefined;
  }

  cancel(account: string, id: number): string | undefined {
    const entry = this.redemptions.find((one) => one.id === id);
    if (entry === undefined) return 'lending: there is no such queued redemption';
    if (entry.account !== account) return 'lending: redemption belongs to another account';
    this.#returnShares(entry);
    return undefined;
  }

  /** Pays queued redemptions of a pool in their order while it has USDT. */
  fill(poolId: number): void {
    for (const entry of this.redemptions.filter((one) => one.poolId === poolId)) {
      const pool = this.ledger.pool(poolId);
      if (pool.available === 0n) return;
      if (pool.valueOf(entry.shares) === 0n) {
        this.#returnShares(entry);
        continue;
      }
      const { paid, burned } = pool.redeem('lenders', entry.shares);
      if (paid === 0n) return;
      this.ledger.add(this.ledger.usdt, entry.account, paid);
      entry.shares -= burned;
      if (entry.shares === 0n) this.redemptions = this.redemptions.filter((one) => one !== entry);
    }
  }

  /** After a loss of nearly everything a share costs next to nothing. */
  #tooManyShares(pool: ReferencePool, amount: bigint): string | undefined {
    const shares = pool.shares + (pool.shares > 0n ? (amount * pool.shares) / pool.assets : amount);
    if (shares > LARGEST_AMOUNT) return 'lending: deposit is worth more shares than there can be';
    return shares > MAX_SHARES ? 'quantity exceeds available supply' : undefined;
  }

  #returnShares(entry: ReferenceRedemption): void {
    this.redemptions = this.redemptions.filter((one) => one !== entry);
    this.ledger.add(this.ledger.shares, `${entry.account} ${String(entry.poolId)}`, entry.shares);
  }
}
