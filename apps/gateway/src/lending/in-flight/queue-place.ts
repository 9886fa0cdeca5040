/** An entry of a queue, in which those of each pool are served by ascending id. */
export interface QueueEntry {
  readonly id: bigint;
  readonly pool_id: number;
}

/** The beginning of a queue, by ascending id; `more`: entries behind it were not read. */
export interface QueueRead<T extends QueueEntry> {
  readonly entries: readonly T[];
  readonly more: boolean;
}

/** The entries of the same pool that are served before one; null when some of them may not have been read. */
export function entriesAhead<T extends QueueEntry>(
  { entries, more }: QueueRead<T>,
  entry: QueueEntry,
): T[] | null {
  const last = entries.at(-1)?.id ?? -1n;
  if (more && last < entry.id) return null;
  return entries.filter(({ id, pool_id }) => pool_id === entry.pool_id && id < entry.id);
}

/**
 * The place of a new redemption after payments, which the oldest get first, and the units that still wait before it;
 * undefined when it was paid whole. Pure.
 * @param ahead units of the older redemptions of its pool, oldest first
 * @param own its units
 * @param paid units that were paid, of all of them
 */
export function placeAfterPayments(
  ahead: readonly bigint[],
  own: bigint,
  paid: bigint,
): { readonly position: number; readonly unitsAhead: bigint } | undefined {
  let left = paid;
  const waiting = ahead.flatMap((units) => {
    const part = left < units ? left : units;
    left -= part;
    return units > part ? [units - part] : [];
  });
  if (waiting.length === 0 && left >= own) return undefined;
  return { position: waiting.length + 1, unitsAhead: waiting.reduce((sum, units) => sum + units, 0n) };
}
