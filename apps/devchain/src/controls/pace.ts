import type { Chain } from '../kernel/chain';
import type { BlockSummary } from '../kernel/records';
import type { Life } from '../life/life';
import type { AdjustableClock } from './adjustable-clock';

const BLOCK_INTERVAL_MS = 500;
const RECENT_BLOCKS = 20;

/** When blocks are made, and that those who live on the chain come to act after each of them. */
export class Pace {
  private isRunning = false;
  private readonly endListening: () => void;

  constructor(
    private readonly chain: Chain,
    private readonly clock: AdjustableClock,
    private readonly life: Life | undefined,
  ) {
    // Not at once: all who listen to blocks shall have heard of this one before the next one has a transaction.
    this.endListening = chain.onBlock(() => setImmediate(() => this.life?.step()));
  }

  get isPaused(): boolean {
    return !this.isRunning;
  }

  /**
   * The genesis block is of a fixed time. A client that comes at once shall find a head of today, and so shall one that
   * counts time from some blocks before it or from the last irreversible one.
   */
  catchUp(): void {
    const nowMs = this.clock.now();
    for (let behind = RECENT_BLOCKS; behind >= 0; behind--) {
      // Before life comes to act: what it does would open a block of now.
      this.chain.openBlockAt(nowMs - behind * BLOCK_INTERVAL_MS);
      this.life?.step();
      this.chain.produceBlock();
    }
  }

  /** A block at every slot from now on. */
  start(): void {
    this.isRunning = true;
    this.chain.start();
  }

  /** No more blocks. Transactions are still taken, into the block that waits to be sealed. */
  stop(): void {
    this.isRunning = false;
    this.chain.stop();
  }

  /** Blocks right away, one slot after the other, with life between them. The clock goes along: none is of the future. */
  produce(count: number): BlockSummary {
    for (let left = count; left > 1; left--) this.produceOne();
    const last = this.produceOne();
    this.clock.reach(last.timeMs);
    return last;
  }

  /** Time jumps; what is open is sealed before, and a block of the new time follows. */
  advance(ms: number): BlockSummary {
    // Nobody comes to act yet: what they do would open one more block of the old time.
    this.chain.produceBlock();
    this.clock.advance(ms);
    // Those who set prices do so after the first block of the new time; the second one has what they said.
    this.produceOne();
    return this.produceOne();
  }

  /** Does something while no block is open; what was open is sealed before. */
  betweenBlocks<T>(work: () => T): T {
    this.chain.produceBlock();
    try {
      return work();
    } finally {
      this.life?.step();
    }
  }

  close(): void {
    this.stop();
    this.endListening();
  }

  private produceOne(): BlockSummary {
    const block = this.chain.produceBlock();
    this.life?.step();
    return block;
  }
}
