import type { BlockHeader, BlockWrites, MissedBlockWrite } from './block-writes';
import type { Name } from './name';
import type { ChainTail } from './chain-tail';
import { missedBlocks } from './missed-blocks';

/** Version of the schedule of the genesis: the system account, until producers are scheduled. */
const GENESIS_SCHEDULE = 0;

/**
 * Finds the empty slots between blocks that follow each other, by the schedules that they announce. Before the first
 * of them there is no producer to miss a block: a chain is set up, and its genesis time may lie years back.
 */
export class ProducerSlots {
  #previousTimeMs: number | undefined;
  #producersOf = new Map<number, readonly Name[]>();

  /** Continues behind the last block of a store; undefined for an empty one. */
  resume(tail: ChainTail | undefined): void {
    this.#previousTimeMs = tail?.timeMs;
    this.#producersOf = new Map(tail?.schedules.map(({ version, producers }) => [version, producers]));
  }

  /** True before the first block. */
  get isEmpty(): boolean {
    return this.#previousTimeMs === undefined;
  }

  /** The empty slots before the next block. */
  missedBefore({ block, schedules }: Pick<BlockWrites, 'block' | 'schedules'>): MissedBlockWrite[] {
    const missed =
      this.#previousTimeMs === undefined
        ? []
        : missedBlocks(this.#previousTimeMs, block, this.#producersAt(block));
    this.#previousTimeMs = block.timeMs;
    for (const { kind, version, producers } of schedules)
      if (kind === 'activated')
        this.#producersOf.set(
          version,
          producers.map(({ name }) => name),
        );
    for (const version of this.#producersOf.keys())
      if (version < block.scheduleVersion) this.#producersOf.delete(version);
    return missed;
  }

  #producersAt({ scheduleVersion }: BlockHeader): readonly Name[] {
    return scheduleVersion === GENESIS_SCHEDULE ? [] : (this.#producersOf.get(scheduleVersion) ?? []);
  }
}
