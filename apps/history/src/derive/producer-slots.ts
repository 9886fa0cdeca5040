import type { BlockHeader, BlockWrites, MissedBlockWrite } from './block-writes';
import type { Name } from './name';
import type { ChainTail } from './chain-tail';
import { missedBlocks } from './missed-blocks';

/** Finds the empty slots between blocks that follow each other, by the schedules that they announce. */
export class ProducerSlots {
  private previousTimeMs: number | undefined;
  private producersOf = new Map<number, readonly Name[]>();

  /** Continues behind the last block of a store; undefined for an empty one. */
  resume(tail: ChainTail | undefined): void {
    this.previousTimeMs = tail?.timeMs;
    this.producersOf = new Map(tail?.schedules.map(({ version, producers }) => [version, producers]));
  }

  /** True before the first block. */
  get isEmpty(): boolean {
    return this.previousTimeMs === undefined;
  }

  /** The empty slots before the next block. */
  missedBefore({ block, schedules }: Pick<BlockWrites, 'block' | 'schedules'>): MissedBlockWrite[] {
    const missed =
      // The time of block 1 is that of the genesis: no producer was scheduled between it and the start of the chain.
      this.previousTimeMs === undefined || block.num === 2
        ? []
        : missedBlocks(this.previousTimeMs, block, this.producersAt(block));
    this.previousTimeMs = block.timeMs;
    for (const { kind, version, producers } of schedules)
      if (kind === 'activated')
        this.producersOf.set(
          version,
          producers.map(({ name }) => name),
        );
    for (const version of this.producersOf.keys())
      if (version < block.scheduleVersion) this.producersOf.delete(version);
    return missed;
  }

  /** Version 0 is that of the genesis: one producer, which no header announces. */
  private producersAt({ scheduleVersion, producer }: BlockHeader): readonly Name[] {
    return this.producersOf.get(scheduleVersion) ?? (scheduleVersion === 0 ? [producer] : []);
  }
}
