/** Options of a fill that takes several sessions and many ranges for a few hundred blocks. */
export const SMALL_RANGES = { sessions: 3, rangeBlocks: 20, batchBlocks: 7 };
