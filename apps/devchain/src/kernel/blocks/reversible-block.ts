import type { BlockSummary } from './block-record';
import type { IncrementalMerkle } from './incremental-merkle';
import type { ScheduleState } from './schedules';

/** A block that can still be replaced. */
export interface ReversibleBlock extends BlockSummary {
  /** Over the ids of all blocks before it. */
  readonly blockrootMerkle: IncrementalMerkle;
  /** From this block on. */
  readonly schedules: ScheduleState;
}
