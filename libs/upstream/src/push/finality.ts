/** How far a caller waits: until a node accepted it, until it is in a block, until that block is irreversible. */
export const WAITS = ['accepted', 'in_block', 'irreversible'] as const;
/** One of WAITS. */
export type WaitFor = (typeof WAITS)[number];

/** How certain a transaction is. `speculative`: it was not seen in a block. */
export const FINALITIES = ['speculative', 'in_block', 'irreversible'] as const;
/** One of FINALITIES. */
export type Finality = (typeof FINALITIES)[number];
