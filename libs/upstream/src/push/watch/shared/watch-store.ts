/** Answer of a store to a replica that watches a transaction. */
export type Kept =
  | 'kept'
  /** Another replica watches it. */
  | 'held'
  /** There are too many watches, or their bytes are too many. */
  | 'full'
  /** The store is lost. */
  | 'lost';

/** A watch that a replica keeps in common with others. */
export interface StoredWatch {
  /** Id of the transaction. */
  readonly id: string;
  /** From then on another replica may take it over, in milliseconds since 1970. */
  readonly untilMs: number;
  /** A node said that it has the transaction: others get half of the room. */
  readonly isAcknowledged: boolean;
  /** Bytes that the record has at least: a watch without room is refused before its record is made and sent. */
  readonly leastBytes: number;
  /** Made only where the store lacks it. */
  record(): string;
}

/** Watches that replicas have in common: each is held by one of them for a while. No method rejects. */
export interface WatchStore {
  /** This replica watches a transaction. */
  keep(network: string, watch: StoredWatch): Promise<Kept>;
  /**
   * Nothing is left to watch.
   * @param block the irreversible one that holds the transaction; unset where none does
   */
  end(network: string, id: string, block?: number): Promise<void>;
  /** The block that a replica has named for a transaction; a hint that nodes have to confirm. */
  blockOf(network: string, id: string): Promise<number | undefined>;
  /** Whether there are watches whose time is over. */
  hasDue(network: string): Promise<boolean>;
  /**
   * Records of watches whose time is over, by the ids of their transactions: this replica holds them from now on.
   * Undefined while the store is lost.
   */
  takeOver(network: string, most: number, untilMs: number): Promise<ReadonlyMap<string, string> | undefined>;
}
