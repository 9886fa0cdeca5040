import type { BlockHeader, MissedBlockWrite } from './block-writes';
import type { Name } from './name';
import { SLOT_MS, slotOf, slotTimeMs, TURN_SLOTS } from './slots';

/**
 * Empty slots between two blocks. The slot s belongs to producer (s / 12) mod n of the schedule that is active at the
 * later block. Each turn is an entry; beyond a whole round there is one entry for each producer. None when the
 * producers of the schedule are not known.
 */
export function missedBlocks(
  previousTimeMs: number,
  { timeMs, scheduleVersion }: Pick<BlockHeader, 'timeMs' | 'scheduleVersion'>,
  producers: readonly Name[],
): MissedBlockWrite[] {
  if (producers.length === 0) return [];
  const first = slotOf(previousTimeMs + SLOT_MS);
  const end = slotOf(timeMs);
  const turns = turnsBetween(first, end, producers);
  const isLong = end - first > producers.length * TURN_SLOTS;
  return (isLong ? byProducer(turns) : turns).map(({ producer, slot, size }) => ({
    producer,
    size,
    scheduleVersion,
    timeMs: slotTimeMs(slot),
  }));
}

/** The producer whose turn a slot is. Source: eosio::chain::detail::get_scheduled_producer. */
export const producerOfSlot = (slot: number, producers: readonly Name[]): Name | undefined =>
  producers[Math.floor(slot / TURN_SLOTS) % producers.length];

interface Turn {
  readonly producer: Name;
  /** First empty slot. */
  readonly slot: number;
  readonly size: number;
}

function turnsBetween(first: number, end: number, producers: readonly Name[]): Turn[] {
  if (producers.length === 1) {
    const [producer = 0n] = producers;
    return first < end ? [{ producer, slot: first, size: end - first }] : [];
  }
  const turns: Turn[] = [];
  for (let slot = first; slot < end;) {
    const next = Math.min(end, (Math.floor(slot / TURN_SLOTS) + 1) * TURN_SLOTS);
    const producer = producerOfSlot(slot, producers);
    if (producer !== undefined) turns.push({ producer, slot, size: next - slot });
    slot = next;
  }
  return turns;
}

function byProducer(turns: readonly Turn[]): Turn[] {
  const sums = new Map<Name, Turn>();
  for (const turn of turns) {
    const before = sums.get(turn.producer);
    sums.set(turn.producer, before === undefined ? turn : { ...before, size: before.size + turn.size });
  }
  return [...sums.values()];
}
