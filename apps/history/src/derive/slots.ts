const BLOCK_EPOCH_MS = 946_684_800_000;
export const SLOT_MS = 500;

/** Time of a slot: half seconds since 2000. Source: eosio::chain::block_timestamp. */
export const slotTimeMs = (slot: number): number => BLOCK_EPOCH_MS + slot * SLOT_MS;

export const slotOf = (timeMs: number): number => (timeMs - BLOCK_EPOCH_MS) / SLOT_MS;

/** Milliseconds of a time in microseconds; the rest is cut. */
export const millisecondsOf = (microseconds: bigint): number => Number(microseconds / 1000n);
