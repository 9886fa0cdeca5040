import type { FollowSettings } from '../follow/follow-options';
import type { FollowStatus } from '../follow/follow-status';
import type { ColdSettings, StoreLimits, StoreLocation } from '../store/open-store';
import type { ColdProgress } from '../store/port';
import type { SchemaMode } from '../store/sql/migrations';

/** One chain that the thread of the indexer follows. */
export interface IndexedChain {
  readonly name: string;
  readonly store: StoreLocation;
  readonly storeLimits: StoreLimits;
  readonly schema: SchemaMode;
  /** Text of the layout of its trades. */
  readonly trades: string | undefined;
  /** Undefined: the store has one tier. */
  readonly cold: ColdSettings | undefined;
  /** Whether decoded transfers of moved ranges are made. */
  readonly hasTransfers: boolean;
  readonly shipUrls: readonly string[];
  readonly archiveUrls: readonly string[];
  /** HTTP API of a node of the chain, without a slash at its end. */
  readonly chainUrl: string | undefined;
  readonly follow: FollowSettings;
}

/** A message of the thread about one chain. */
export type IndexerMessage = { readonly chain: string } & (
  | { readonly kind: 'progress'; readonly figures: Readonly<Record<string, number>>; readonly text: string }
  | { readonly kind: 'log'; readonly level: 'warn' | 'error'; readonly error: unknown; readonly text: string }
  /** The store has its tables: readers can open it. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'status'; readonly status: FollowStatus }
  /** Blocks up to `num` can be read. */
  | { readonly kind: 'committed'; readonly num: number; readonly irreversibleNum: number }
  /** Blocks above `num` were undone. */
  | { readonly kind: 'undone'; readonly num: number }
  | { readonly kind: 'moved'; readonly progress: ColdProgress }
);

export const STOP = 'stop';
