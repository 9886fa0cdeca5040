/** Time between two blocks. */
export const BLOCK_INTERVAL_MS = 500;
/** 2000-01-01T00:00:00Z, from which slots are counted. */
const SLOT_EPOCH_MS = 946_684_800_000;

/** The time of a slot, milliseconds since 1970. */
export function slotTimeMs(slot: number): number {
  return SLOT_EPOCH_MS + slot * BLOCK_INTERVAL_MS;
}

/** The last slot not after a time. */
export function slotAtOrBefore(timeMs: number): number {
  return Math.floor((timeMs - SLOT_EPOCH_MS) / BLOCK_INTERVAL_MS);
}

/** The first slot not before a time. */
export function slotAtOrAfter(timeMs: number): number {
  return Math.ceil((timeMs - SLOT_EPOCH_MS) / BLOCK_INTERVAL_MS);
}
