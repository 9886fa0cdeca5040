import type { ReadConsistency } from '../cache/read-consistency';
import type { NodePool } from '../pool/node-pool';

/** The heads of one network: what clients may have seen, and what a running call needs. */
export class ChainHeads implements ReadConsistency {
  constructor(private readonly pool: NodePool) {}

  /** The highest head that a client may have seen; 0 when none lately. */
  get shown(): number {
    return this.pool.shownHead;
  }

  /** Whether other replicas may show heads that this one does not know yet. */
  get areShared(): boolean {
    return this.pool.sharesHeads;
  }

  /** A head that was kept is about to be seen: false when a client has seen a higher one. Never rejects. */
  show(head: number): Promise<boolean> {
    return this.pool.showHead(head);
  }

  /** The newest head that a node in use has now: all are polled, and those that are late are not waited for. */
  async newest(): Promise<number> {
    await this.pool.consistency.looked();
    return this.pool.position().headBlock;
  }

  /** Block that the running call is served at or behind; 0: any. @throws ConsistencyRefusedError */
  get requiredBlock(): number {
    return this.pool.consistency.requiredBlock;
  }

  /** The token of a block; undefined while the chain is not known. */
  tokenOf(block: number): string | undefined {
    return this.pool.consistency.tokenOf(block);
  }

  /**
   * The token of the block that a node names for a push. Of one that names none, or one that is further ahead than a push
   * can be, that of the head.
   */
  tokenOfPush(block: number | null): string | undefined {
    const { headBlock } = this.pool.position();
    const isNamed = block !== null && block <= headBlock + MAX_AHEAD;
    return this.tokenOf(isNamed ? block : headBlock);
  }
}

/** Blocks that a push may be in ahead of the head that was polled last: those of a poll's interval, and two. */
const MAX_AHEAD = 10;
