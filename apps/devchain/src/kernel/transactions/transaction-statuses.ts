import type { BlockSummary } from '../blocks/block-record';
import type { TransactionState } from './transaction-status';

interface Entry {
  /** Absent while it waits for its block, and when it failed. */
  block?: BlockSummary;
  readonly expirationMs: number;
  readonly failed: boolean;
}

export interface StatusAnswer {
  readonly state: TransactionState;
  readonly block?: BlockSummary;
  readonly expirationMs?: number;
}

/** Statuses of the last transactions; the oldest is evicted first. */
export class TransactionStatuses {
  readonly #entries = new Map<string, Entry>();

  constructor(private readonly maxEntries: number) {}

  get size(): number {
    return this.#entries.size;
  }

  /** The oldest block of a transaction that is remembered. */
  get earliestBlock(): BlockSummary | undefined {
    for (const { block } of this.#entries.values()) if (block !== undefined) return block;
    return undefined;
  }

  applied(id: string, expirationMs: number): void {
    this.#remember(id, { expirationMs, failed: false });
  }

  /** A failure does not change what is known of an earlier success of the same transaction. */
  failed(id: string, expirationMs: number): void {
    if (this.#entries.get(id)?.failed === false) return;
    this.#remember(id, { expirationMs, failed: true });
  }

  sealed(ids: Iterable<string>, block: BlockSummary): void {
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (entry !== undefined) entry.block = block;
    }
  }

  answer(id: string, lastIrreversibleNum: number): StatusAnswer {
    const entry = this.#entries.get(id);
    if (entry === undefined) return { state: 'UNKNOWN' };
    const { block, expirationMs, failed } = entry;
    if (failed) return { state: 'FAILED', expirationMs };
    if (block === undefined) return { state: 'LOCALLY_APPLIED', expirationMs };
    return { state: block.num <= lastIrreversibleNum ? 'IRREVERSIBLE' : 'IN_BLOCK', block, expirationMs };
  }

  save(): readonly (readonly [id: string, entry: Entry])[] {
    return Array.from(this.#entries, ([id, entry]) => [id, { ...entry }]);
  }

  load(saved: ReturnType<TransactionStatuses['save']>): void {
    this.#entries.clear();
    for (const [id, entry] of saved) this.#entries.set(id, { ...entry });
  }

  #remember(id: string, entry: Entry): void {
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.maxEntries) break;
      this.#entries.delete(oldest);
    }
  }
}
