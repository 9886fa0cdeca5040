const BLOCK_EPOCH_MS = 946_684_800_000;
export const SLOT_MS = 500;
/** Slots in a row of one producer: a round of nodes with instant finality. Source: eosio::chain::config::producer_repetitions. */
export const TURN_SLOTS = 12;

/** Time of a slot: half seconds since 2000. Source: eosio::chain::block_timestamp. */
export const slotTimeMs = (slot: number): number => BLOCK_EPOCH_MS + slot * SLOT_MS;

export const slotOf = (timeMs: number): number => (timeMs - BLOCK_EPOCH_MS) / SLOT_MS;

/** The first slot of the turn that a slot is in. */
export const roundStart = (slot: number): number => slot - (slot % TURN_SLOTS);

/** Milliseconds of a time in microseconds; the rest is cut. */
export const millisecondsOf = (microseconds: bigint): number => Number(microseconds / 1000n);
