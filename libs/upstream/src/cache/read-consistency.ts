/** The block that the running call is served at or behind: see ConsistentRead. */
export interface ReadConsistency {
  /** 0: any. @throws ConsistencyRefusedError for a call that names a block of another chain */
  readonly requiredBlock: number;
  /** The token of a block; undefined while the chain is not known. */
  tokenOf(block: number): string | undefined;
}
