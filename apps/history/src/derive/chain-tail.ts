import type { ProposerPolicies, ProposerPolicy } from './block-writes';

/** Facts of the last block that the writes of the next one depend on. */
export interface ChainTail {
  readonly timeMs: number;
  readonly scheduleVersion: number;
  /** Schedules that were announced and are or will be active, by ascending version. */
  readonly schedules: readonly ProposerPolicy[];
  /** With instant finality; undefined: before it, or where they are not known. */
  readonly policies: ProposerPolicies | undefined;
}
