import type { NodeHealth } from './node-health';

type Judged = Pick<NodeHealth, 'judged' | 'abilities' | 'liarRest' | 'breaker'>;

/** Whether a node follows the chain by its polls. Failures of requests count for nothing: clients can cause them. */
export function followsChain({ judged, abilities, liarRest }: Omit<Judged, 'breaker'>): boolean {
  if (abilities.has('chain') === false || liarRest.isCoolingDown) return false;
  return judged.kind !== 'unfit' && judged.kind !== 'suspect';
}

/** Whether the answers of a node may be compared with those of others: a late one too, as most state does not change. */
export const isComparable = (health: Judged): boolean => followsChain(health) && health.breaker.allows;

/**
 * Whether it is known that a node cannot be compared: it serves no chain, does not answer its polls, or is judged unfit.
 * False for one that failed requests, however many: clients can cause that, and what another node says is not believed
 * alone for it.
 */
export const isOutOfUse = (health: Omit<Judged, 'breaker'>): boolean => !followsChain(health);
