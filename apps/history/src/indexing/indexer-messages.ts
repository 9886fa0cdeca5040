import type { FollowStatus } from '../follow/follow-status';
import type { HistorySettings } from '../settings';

/** Data that the thread of an indexer starts with. */
export interface IndexerInput {
  /** SQLite file; created when it is missing. */
  readonly file: string;
  readonly shipUrl: string;
  readonly logLevel: HistorySettings['logLevel'];
  readonly logBufferBytes: number;
}

/** Messages of the thread to the process. */
export type IndexerMessage =
  /** The file has its tables: readers can open it. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'status'; readonly status: FollowStatus }
  /** Blocks up to `num` can be read. */
  | { readonly kind: 'committed'; readonly num: number; readonly irreversibleNum: number }
  /** Blocks above `num` are gone. */
  | { readonly kind: 'undone'; readonly num: number };

export const STOP = 'stop';
