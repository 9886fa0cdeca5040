/** The position of the chain that a node is compared with. */
export interface Agreed {
  readonly headBlock: number;
  /** Milliseconds since the epoch, by the chain's own time. */
  readonly headTimeMs: number;
  readonly irreversibleBlock: number;
  /** The agreed head when the agreed irreversible block rose last, as far as this was seen. */
  readonly headWhenFinalized: number;
  /** Milliseconds since then. */
  readonly stoodMs: number;
}

/** No chain has more than one block in this time. */
export const BLOCK_MS = 500;

/** Of nodes that follow the chain one may have a block that has not reached the others yet, and one be asked just then. */
export const COMPARABLE_BLOCKS = 2;

/** The highest head that time allows after an earlier one, which was known `ageMs` ago. */
export const blockAfter = (
  { headBlock, headTimeMs }: Pick<Agreed, 'headBlock' | 'headTimeMs'>,
  { nowMs, ageMs }: { readonly nowMs: number; readonly ageMs: number },
): number => headBlock + Math.floor(Math.max(nowMs - headTimeMs, ageMs) / BLOCK_MS);
