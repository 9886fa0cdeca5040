import type { FollowStatus } from '../follow/follow-status';

/** Data that the thread of an indexer starts with. */
export interface IndexerInput {
  /** SQLite file; created when it is missing. */
  readonly file: string;
  readonly shipUrl: string;
}

/** Messages of the thread to the process. */
export type IndexerMessage =
  /** A line for the log of the process. */
  | { readonly kind: 'log'; readonly level: 'warn' | 'error'; readonly error: unknown; readonly text: string }
  /** The file has its tables: readers can open it. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'status'; readonly status: FollowStatus }
  /** Blocks up to `num` can be read. */
  | { readonly kind: 'committed'; readonly num: number; readonly irreversibleNum: number }
  /** Blocks above `num` are gone. */
  | { readonly kind: 'undone'; readonly num: number };

export const STOP = 'stop';
