import type { ScheduledProducer } from '../derive/block-writes';
import type { ActiveSchedule } from '../derive/chain-tail';

/** The last announcement of each version, by ascending version. `announced` is in the order of the blocks. */
export function activeSchedules(
  announced: readonly { readonly version: number; readonly producers: readonly ScheduledProducer[] }[],
): ActiveSchedule[] {
  const byVersion = new Map(
    announced.map(({ version, producers }) => [version, producers.map(({ name }) => name)]),
  );
  return [...byVersion]
    .sort(([left], [right]) => left - right)
    .map(([version, producers]) => ({ version, producers }));
}
