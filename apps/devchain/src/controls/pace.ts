import type { Chain } from '../kernel/chain';
import type { BlockSummary } from '../kernel/records';
import type { Simulation } from '../simulation/simulation';
import type { AdjustableClock } from './adjustable-clock';

const BLOCK_INTERVAL_MS = 500;
const RECENT_BLOCKS = 20;

/** Controls when blocks are produced, and steps the simulation after each of them. */
export class Pace {
  private isRunning = false;
  private readonly endListening: () => void;

  constructor(
    private readonly chain: Chain,
    private readonly clock: AdjustableClock,
    private readonly simulation: Simulation | undefined,
  ) {
    // Not at once: all who listen to blocks shall have heard of this one before the next one has a transaction.
    this.endListening = chain.onBlock(() => setImmediate(() => this.simulation?.step()));
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
      // Before the simulation acts: its transactions would open a block of the current time.
      this.chain.openBlockAt(nowMs - behind * BLOCK_INTERVAL_MS);
      this.simulation?.step();
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

  /** Produces blocks at once, one per slot, with simulation between them. The clock advances with the block times. */
  produce(count: number): BlockSummary {
    for (let left = count; left > 1; left--) this.produceOne();
    const last = this.produceOne();
    this.clock.reach(last.timeMs);
    return last;
  }

  /** Time jumps; what is open is sealed before, and a block of the new time follows. */
  advance(ms: number): BlockSummary {
    // Without a simulation step: its transactions would open one more block of the old time.
    this.chain.produceBlock();
    this.clock.advance(ms);
    // The feeders submit after the first block of the new time; the second block has their submissions.
    this.produceOne();
    return this.produceOne();
  }

  /** Does something while no block is open; what was open is sealed before. */
  betweenBlocks<T>(work: () => T): T {
    this.chain.produceBlock();
    try {
      return work();
    } finally {
      this.simulation?.step();
    }
  }

  close(): void {
    this.stop();
    this.endListening();
  }

  private produceOne(): BlockSummary {
    const block = this.chain.produceBlock();
    this.simulation?.step();
    return block;
  }
}
