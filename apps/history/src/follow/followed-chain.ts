import { bytesToHex, equalBytes } from '@app/antelope';
import type { BlockPosition as ShipPosition } from '@app/ship';
import type { BlockPosition } from '../derive/block-writes';
import type { Cursor } from '../store/port';
import { DisconnectedBlockError, IrreversibleForkError, MissingHistoryError } from './follow-errors';

/** Effect of a block on the store: it follows the last one, or blocks above `num` are undone first. */
export type Step = { readonly kind: 'append' } | { readonly kind: 'undo'; readonly to: number };

/** The blocks of the store that decide about the next one. */
export class FollowedChain {
  readonly #ids = new Map<number, Uint8Array>();
  #last: BlockPosition | undefined;
  #irreversible: number;

  constructor(
    cursor: Cursor | undefined,
    /** The blocks that can be undone, and, where it is stored, the irreversible one before them. */
    reversible: readonly BlockPosition[],
    /** The block that the node has to begin with when the store is empty. */
    private readonly firstNum: number,
  ) {
    for (const { num, id } of reversible) this.#ids.set(num, id);
    this.#last = cursor;
    this.#irreversible = cursor?.irreversibleNum ?? 0;
    if (cursor !== undefined) this.#ids.set(cursor.num, cursor.id);
  }

  get cursor(): BlockPosition | undefined {
    return this.#last;
  }

  get irreversibleNum(): number {
    return this.#irreversible;
  }

  /** Number of the block that follows. */
  get nextNum(): number {
    return this.#last === undefined ? this.firstNum : this.#last.num + 1;
  }

  /**
   * Decides about a block of the node. Throws MissingHistoryError for a gap, DisconnectedBlockError when its parent is
   * not the block of the store, IrreversibleForkError when it replaces an irreversible block.
   */
  stepOf(block: ShipPosition, parent: ShipPosition | undefined): Step {
    if (block.blockNum > this.nextNum)
      throw new MissingHistoryError(
        `the node has no history of block ${String(this.nextNum)}: it sent block ${String(block.blockNum)}`,
      );
    if (this.#last === undefined && block.blockNum < this.firstNum)
      throw new MissingHistoryError(
        `the node sent block ${String(block.blockNum)} where block ${String(this.firstNum)} was asked for`,
      );
    if (this.#last !== undefined && block.blockNum <= this.#irreversible)
      throw new IrreversibleForkError(
        `the node took back irreversible blocks: block ${String(block.blockNum)} came again, and block ${String(this.#irreversible)} is irreversible`,
      );
    this.#requireParent(block, parent);
    return block.blockNum === this.nextNum ? { kind: 'append' } : { kind: 'undo', to: block.blockNum - 1 };
  }

  /** Throws DisconnectedBlockError when the irreversible block of the node is another one than that of the store. */
  requireSameIrreversible({ blockNum, blockId }: ShipPosition): void {
    const known = this.#ids.get(blockNum);
    if (known !== undefined && !equalBytes(known, blockId))
      throw new DisconnectedBlockError(
        `block ${bytesToHex(blockId)} is irreversible for the node, and block ${String(blockNum)} of the store is ${bytesToHex(known)}`,
      );
  }

  /** Records a block that follows the last one. */
  append(position: ShipPosition, irreversibleNum: number): void {
    const id = position.blockId.slice();
    this.#last = { num: position.blockNum, id };
    this.#ids.set(position.blockNum, id);
    this.#irreversible = Math.max(this.#irreversible, Math.min(irreversibleNum, position.blockNum));
    for (const num of this.#ids.keys()) if (num < this.#irreversible) this.#ids.delete(num);
  }

  /** Forgets the blocks above `num`. */
  undoTo(num: number): void {
    for (const above of [...this.#ids.keys()]) if (above > num) this.#ids.delete(above);
    const id = this.#ids.get(num);
    if (id === undefined) throw new DisconnectedBlockError(`the id of block ${String(num)} is not known`);
    this.#last = { num, id };
  }

  #requireParent(block: ShipPosition, parent: ShipPosition | undefined): void {
    const num = block.blockNum - 1;
    const id = this.#ids.get(num);
    if (id === undefined || (parent !== undefined && equalBytes(parent.blockId, id))) return;
    const found = parent === undefined ? 'no block' : bytesToHex(parent.blockId);
    const message = `block ${String(block.blockNum)} follows ${found}, and block ${String(num)} of the store is ${bytesToHex(id)}`;
    throw num <= this.#irreversible
      ? new IrreversibleForkError(message)
      : new DisconnectedBlockError(message);
  }
}
