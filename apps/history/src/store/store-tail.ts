import type { IndexReport } from './port';

/** A store that another process writes, as one committed state. */
export interface StoreChanges {
  /** Undefined before the first block. */
  readonly headNum: number | undefined;
  readonly irreversibleNum: number;
  /** Number of forks so far. */
  readonly forks: number;
  /** Blocks above were undone since the given number of forks; undefined when none was. */
  readonly undoneTo: number | undefined;
  /** Whether a process writes into the store. */
  readonly hasWriter: boolean;
  readonly report: IndexReport;
}

/** Reads the commits of the process that writes. */
export interface StoreTail {
  /** Throws StoreUnavailableError. `forks` is that of the answer before, undefined at first. */
  changes(forks: number | undefined): Promise<StoreChanges>;
  /** Resolves with the next commit, or after the time. Commits may be missed: ask after the time, too. */
  nextCommit(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}
