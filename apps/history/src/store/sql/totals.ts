import type { Overlay } from './overlay';
import { PairMap } from './pair-map';
import { ACCOUNT_TOTAL } from './schema';
import type { SqlSession } from './session';
import { long } from './values';

/** Change of the number of actions of an account and a type. */
export type TotalChange = readonly [account: number, type: number, by: number];

/** Changes of the numbers of actions: per account, per type, and both. */
export class Totals {
  readonly #changes = new PairMap<number>();

  readonly add = (account: number, type: number): void => {
    this.#change(account, type, 1);
  };

  readonly subtract = (account: number, type: number): void => {
    this.#change(account, type, -1);
  };

  /** All changes, in a form that can be added to others later. */
  get list(): TotalChange[] {
    return [...this.#changes.entries()];
  }

  addAll(changes: readonly TotalChange[]): void {
    for (const [account, type, by] of changes) this.#addTo(account, type, by);
  }

  async apply(session: SqlSession, overlay: Overlay): Promise<void> {
    const changes = this.list;
    await overlay.load(
      session,
      ACCOUNT_TOTAL,
      changes.map(([account, type]) => [account, type]),
    );
    for (const [account, type, change] of changes) {
      const before = overlay.get(ACCOUNT_TOTAL, [account, type]);
      const total = (before === undefined ? 0n : long(before[2])) + BigInt(change);
      overlay.put(ACCOUNT_TOTAL, [account, type], total === 0n ? undefined : [account, type, total]);
    }
    this.#changes.clear();
  }

  #change(account: number, type: number, by: number): void {
    this.#addTo(account, type, by);
    this.#addTo(account, 0, by);
  }

  #addTo(account: number, type: number, by: number): void {
    this.#changes.set(account, type, (this.#changes.get(account, type) ?? 0) + by);
  }
}
