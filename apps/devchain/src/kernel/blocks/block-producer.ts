import type { ChainState } from '../state/chain-state';
import type { Target } from '../transactions/transaction-processor';
import type { BlockChain } from './block-chain';
import type { BlockChanges } from './block-changes';
import { type ExecutedTransaction, PendingBlock } from './pending-block';
import { slotAtOrBefore, slotTimeMs } from './slots';

/** Fills and seals blocks. */
export class BlockProducer {
  #pending: PendingBlock | undefined;

  constructor(
    private readonly blocks: BlockChain,
    private readonly state: ChainState,
    private readonly now: () => number,
  ) {}

  /** The block a transaction would go into now. */
  target(): Target {
    const slot = this.#pending?.slot ?? this.blocks.nextSlot(this.now());
    return {
      blockNum: this.blocks.head.num + 1,
      slot,
      blockTimeMs: slotTimeMs(slot),
      referencePrefix: (lowNum) => this.blocks.references.prefix(lowNum),
    };
  }

  /** Opens a block at that slot unless one is open. Its time is fixed from then on. */
  open(slot = this.blocks.nextSlot(this.now())): PendingBlock {
    if (this.#pending !== undefined) return this.#pending;
    this.#pending = new PendingBlock(this.blocks.head.num + 1, slot);
    this.state.recentTransactions.forgetExpired(this.#pending.timeMs);
    return this.#pending;
  }

  add(transaction: ExecutedTransaction): void {
    this.open().add(transaction);
  }

  /** Discards the open block; the caller has restored the state before. */
  discard(): void {
    this.#pending = undefined;
  }

  /** Seals the block due at a slot: the open one, or an empty one; none when the head is later. */
  sealDue(slot: number): BlockChanges | undefined {
    const due = this.#pending?.slot ?? slot;
    // The producer is offline: the block is missed.
    if (this.#pending === undefined && !this.blocks.schedules.isAble(slot)) return undefined;
    return due <= slot && slotTimeMs(slot) > this.blocks.head.timeMs ? this.seal(slot) : undefined;
  }

  /** Seals the open block or an empty one, independent of the clock. */
  seal(slot = this.#emptySlot()): BlockChanges {
    const pending = this.open(slot);
    this.#pending = undefined;
    this.state.resources.endBlock(pending.num);
    const previous = this.blocks.head.id;
    const block = this.blocks.seal(pending, this.state.takeProposedProducers());
    const { transactions, traces } = pending;
    return { block, previous, transactions, traces, touchedAccounts: this.state.accounts.takeTouched() };
  }

  #emptySlot(): number {
    const slot = Math.max(slotAtOrBefore(this.now()), slotAtOrBefore(this.blocks.head.timeMs) + 1);
    return this.blocks.schedules.ableSlot(slot);
  }
}
