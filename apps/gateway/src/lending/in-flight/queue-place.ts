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
