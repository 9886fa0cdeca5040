import type { BlockChanges } from './blocks/block-changes';
import type { BlockSummary } from './blocks/block-record';
import type { TransactionTrace } from './execution/trace';
import type { PackedTransactionInput } from './transactions/packed-transaction';

/** A set of event listeners. */
class Listeners<A extends unknown[]> {
  private readonly listeners = new Set<(...args: A) => void>();

  /** Adds a listener; returns a function that removes it. */
  add(listener: (...args: A) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  emit(...args: A): void {
    for (const listener of this.listeners) listener(...args);
  }
}

/** The events of a chain. */
export class ChainEvents {
  readonly block = new Listeners<[BlockSummary, readonly TransactionTrace[]]>();
  readonly changes = new Listeners<[BlockChanges]>();
  readonly transaction = new Listeners<[TransactionTrace, PackedTransactionInput]>();
  readonly restore = new Listeners<[BlockSummary]>();
}
