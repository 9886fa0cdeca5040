import type { Overlay } from './overlay';
import { ACCOUNT_TOTAL } from './schema';
import type { SqlSession } from './session';
import { long } from './values';

const PAIR = 2 ** 26;

/** Change of one number: that of an account and a type as one key, and the difference. */
export type TotalChange = readonly [pair: number, by: number];

/** Changes of the numbers of actions: per account, per type, and both. */
export class Totals {
  private readonly changes = new Map<number, number>();

  readonly add = (account: number, type: number): void => {
    this.change(account, type, 1);
  };

  readonly subtract = (account: number, type: number): void => {
    this.change(account, type, -1);
  };

  /** All changes, in a form that can be added to others later. */
  get list(): TotalChange[] {
    return [...this.changes];
  }

  addAll(changes: readonly TotalChange[]): void {
    for (const [pair, by] of changes) this.changes.set(pair, (this.changes.get(pair) ?? 0) + by);
  }

  async apply(session: SqlSession, overlay: Overlay): Promise<void> {
    const keys = [...this.changes.keys()].map((pair) => [Math.floor(pair / PAIR), pair % PAIR] as const);
    await overlay.load(session, ACCOUNT_TOTAL, keys);
    for (const [account, type] of keys) {
      const change = this.changes.get(account * PAIR + type) ?? 0;
      const before = overlay.get(ACCOUNT_TOTAL, [account, type]);
      const total = (before === undefined ? 0n : long(before[2])) + BigInt(change);
      overlay.put(ACCOUNT_TOTAL, [account, type], total === 0n ? undefined : [account, type, total]);
    }
    this.changes.clear();
  }

  private change(account: number, type: number, by: number): void {
    for (const pair of [account * PAIR + type, account * PAIR])
      this.changes.set(pair, (this.changes.get(pair) ?? 0) + by);
  }
}
