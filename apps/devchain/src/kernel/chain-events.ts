import type { BlockChanges } from './blocks/block-changes';
import type { BlockSummary } from './blocks/block-record';
import type { TransactionTrace } from './execution/trace';
import type { PackedTransactionInput } from './transactions/packed-transaction';

/** A set of event listeners. */
class Listeners<A extends unknown[]> {
  readonly #listeners = new Set<(...args: A) => void>();

  /** Adds a listener; returns a function that removes it. */
  add(listener: (...args: A) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  emit(...args: A): void {
    for (const listener of this.#listeners) listener(...args);
  }
}

/** The events of a chain. `add` returns a function that removes the listener. */
export class ChainEvents {
  /** After a block is sealed, with the traces of its transactions. */
  readonly block = new Listeners<[BlockSummary, readonly TransactionTrace[]]>();
  /** After a block is sealed, before `block`, with everything that it changed. */
  readonly changes = new Listeners<[BlockChanges]>();
  /** After a transaction was added to the open block. */
  readonly transaction = new Listeners<[TransactionTrace, PackedTransactionInput]>();
  /** After a restore, with the new head. */
  readonly restore = new Listeners<[BlockSummary]>();
}
