import type { ProposerPolicy } from '../derive/block-writes';

/** The last announcement of each version, by ascending version. `announced` is in the order of the blocks. */
export function activeSchedules(announced: readonly ProposerPolicy[]): ProposerPolicy[] {
  const byVersion = new Map(announced.map(({ version, producers }) => [version, producers]));
  return [...byVersion]
    .sort(([left], [right]) => left - right)
    .map(([version, producers]) => ({ version, producers }));
}
