import type { Chain } from '../kernel/chain';
import type { BlockSummary } from '../kernel/blocks/block-record';
import type { AdjustableClock } from './adjustable-clock';
import { BLOCK_INTERVAL_MS } from '../kernel/blocks/slots';
import type { SimulationControl } from './simulation-control';

const RECENT_BLOCKS = 20;

/** Controls when blocks are produced, and steps the simulation after each of them. */
export class BlockPacer {
  #isRunning = false;
  readonly #endListening: () => void;

  constructor(
    private readonly chain: Chain,
    private readonly clock: AdjustableClock,
    private readonly simulation: SimulationControl | undefined,
  ) {
    // Deferred: all block listeners run before the next block has a transaction.
    this.#endListening = chain.events.block.add(() => setImmediate(() => this.simulation?.step()));
  }

  get isPaused(): boolean {
    return !this.#isRunning;
  }

  /**
   * The genesis block has a fixed time. Produces recent blocks, so that the head, the blocks before it and the last
   * irreversible block have the current time for the first client.
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

  /** Starts block production, one block per slot. */
  start(): void {
    this.#isRunning = true;
    this.chain.start();
  }

  /** Stops block production. Transactions are still accepted into the pending block. */
  stop(): void {
    this.#isRunning = false;
    this.chain.stop();
  }

  /** Produces blocks at once, one per slot, with simulation between them. The clock advances with the block times. */
  produce(count: number): BlockSummary {
    for (let left = count; left > 1; left--) this.#produceOne();
    const last = this.#produceOne();
    this.clock.reach(last.timeMs);
    return last;
  }

  /** Seals the open block and produces blocks of a time that is at least `ms` after it. */
  advance(ms: number): BlockSummary {
    // Without a simulation step: its transactions would open one more block of the old time.
    // Blocks that were sealed at once may be ahead of the clock.
    this.clock.reach(this.chain.produceBlock().timeMs);
    this.clock.advance(ms);
    // The feeders submit after the first block of the new time; the second block has their submissions.
    this.#produceOne();
    return this.#produceOne();
  }

  /** Runs `work` while no block is open; seals the open block before. */
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
    this.#endListening();
  }

  #produceOne(): BlockSummary {
    const block = this.chain.produceBlock();
    this.simulation?.step();
    return block;
  }
}
