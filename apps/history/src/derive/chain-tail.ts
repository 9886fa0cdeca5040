import type { Name } from './name';

/** Facts of the last block that the writes of the next one depend on. */
export interface ChainTail {
  readonly timeMs: number;
  /** Schedules that were announced and are or will be active, by ascending version. */
  readonly schedules: readonly ActiveSchedule[];
}

export interface ActiveSchedule {
  readonly version: number;
  /** In the order of the schedule. */
  readonly producers: readonly Name[];
}
