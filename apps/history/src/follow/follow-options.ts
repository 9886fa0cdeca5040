import type { RetentionLimits } from './retention';
import type { SocketOptions } from './ship-socket';

/** The options that an operator sets. */
export type FollowSettings = Pick<
  FollowOptions,
  | 'chainId'
  | 'firstBlock'
  | 'snapshot'
  | 'irreversibleOnly'
  | 'allowsRewinds'
  | 'keepBlocks'
  | 'keepDays'
  | 'maxMessageBytes'
  | 'credits'
  | 'backfill'
>;

export interface FollowOptions extends SocketOptions, RetentionLimits {
  /** Further servers of the same chain, in the order in which they are used when the one before fails. */
  readonly otherUrls?: readonly string[];
  /** Archives of the chain (file: or http:), from which the store is filled before the servers are asked. */
  readonly archiveUrls?: readonly string[];
  /** 32 bytes; undefined takes the chain of the node, and later that of the store. */
  readonly chainId: Uint8Array | undefined;
  /** First block of an empty store, or, negative, its distance from the head; undefined for the first one of the node. */
  readonly firstBlock: number | undefined;
  /** Portable snapshot file whose state an empty store begins with; undefined: with that of the servers. */
  readonly snapshot?: string | undefined;
  readonly irreversibleOnly: boolean;
  /**
   * Empties the store, and reads a chain again that was taken back below its irreversible block, instead of ending: for
   * development chains only.
   */
  readonly allowsRewinds: boolean;
  /** Results that may be on their way: they bound the memory. At least 2, so that one is outstanding at the head. */
  readonly credits: number;
  /** Blocks that one transaction of the store takes at most, while catching up. */
  readonly batchBlocks: number;
  /** Rows of a part of the first state, which one transaction of the store takes. Default: 5,000. */
  readonly statePartRows?: number;
  readonly backfill: {
    /** Sessions that fill a new store; 1: the live session does it alone. */
    readonly sessions: number;
    /** Blocks of the range that a session reads at a time. A store with less to fill is not filled in ranges. */
    readonly rangeBlocks: number;
    /** Blocks that one transaction of the store takes at most. */
    readonly batchBlocks: number;
  };
  /** After this time without a message the node is asked for its status; as long again without one ends the connection. */
  readonly silenceMs: number;
  /** Where there are other servers, one whose blocks are older and get no younger for so long counts as failed. */
  readonly standstillMs: number;
  /** Waiting time before a new connection: doubled from the least to the most with each failure in a row. */
  readonly retry: { readonly leastMs: number; readonly mostMs: number };
}

export const FOLLOW_DEFAULTS = {
  chainId: undefined,
  firstBlock: undefined,
  irreversibleOnly: false,
  keepBlocks: undefined,
  keepDays: undefined,
  allowsRewinds: false,
  maxMessageBytes: 1024 * 1024 * 1024,
  connectTimeoutMs: 10_000,
  credits: 100,
  batchBlocks: 50,
  backfill: { sessions: 1, rangeBlocks: 500, batchBlocks: 250 },
  silenceMs: 10_000,
  standstillMs: 30_000,
  retry: { leastMs: 250, mostMs: 15_000 },
} satisfies Omit<FollowOptions, 'url'>;
