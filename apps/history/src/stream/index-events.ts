/** Called after a change can be read from the store. */
export interface IndexListener {
  /** Blocks up to `num` can be read. */
  committed(num: number, irreversibleNum: number): void;
  /** Blocks above `num` were undone; others replace them. */
  undone(num: number): void;
  /** So many rows were moved into the cold tier, which has the actions of the blocks below `firstHotBlock`. */
  moved?(firstHotBlock: number, movedRows: number): void;
}

/** Changes of the history that is served. */
export interface IndexEvents {
  /** @returns ends the subscription */
  subscribe(listener: IndexListener): () => void;
  /** Resolves once every later fork is reported. A read before may show blocks of a fork that is not. */
  watched(): Promise<void>;
}
