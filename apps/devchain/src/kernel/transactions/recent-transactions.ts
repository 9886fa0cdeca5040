import type { UndoLog } from '../store/undo-log';

/** Ids of transactions that have not expired yet, so that none runs twice. */
export class RecentTransactions {
  readonly #expirations = new Map<string, number>();
  /** Ids by the second they expire in. */
  readonly #byExpiration = new Map<number, Set<string>>();

  constructor(private readonly undo: UndoLog) {}

  get size(): number {
    return this.#expirations.size;
  }

  has(id: string): boolean {
    return this.#expirations.has(id);
  }

  /** Remembers an id until its expiration, which is a whole second. */
  add(id: string, expirationMs: number): void {
    const ids = this.#byExpiration.get(expirationMs) ?? new Set();
    this.#byExpiration.set(expirationMs, ids.add(id));
    this.#expirations.set(id, expirationMs);
    this.undo.record(() => {
      this.#expirations.delete(id);
      ids.delete(id);
      if (ids.size === 0) this.#byExpiration.delete(expirationMs);
    });
  }

  /** Forgets what expired before a time. Not undone: time does not go back. */
  forgetExpired(nowMs: number): void {
    for (const [expirationMs, ids] of this.#byExpiration) {
      if (expirationMs >= nowMs) continue;
      for (const id of ids) this.#expirations.delete(id);
      this.#byExpiration.delete(expirationMs);
    }
  }

  save(): readonly (readonly [id: string, expirationMs: number])[] {
    return [...this.#expirations];
  }

  load(saved: ReturnType<RecentTransactions['save']>): void {
    this.#expirations.clear();
    this.#byExpiration.clear();
    for (const [id, expirationMs] of saved) this.add(id, expirationMs);
  }

  /** Ids with their expiration, sorted. */
  entries(): [string, number][] {
    return [...this.#expirations].sort(([left], [right]) => (left < right ? -1 : 1));
  }
}
