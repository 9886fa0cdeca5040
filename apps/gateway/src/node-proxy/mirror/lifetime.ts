import type { Lifetime } from '@app/upstream';
import type { MirrorRoute } from './route';

/** Head and last irreversible block of a network, as far as they are known. */
export interface ChainPosition {
  readonly headBlock: number;
  readonly irreversibleBlock: number;
}

const NONE: Lifetime = { kind: 'none' };
const HEAD: Lifetime = { kind: 'head' };
const IMMUTABLE: Lifetime = { kind: 'immutable' };

/**
 * How long an answer of a route holds. A refusal and an unknown block hold until the next head, never longer: what is
 * unknown now may be known then.
 * @param parameters undefined where the node alone reads them
 */
export function lifetimeOf(
  { cache }: MirrorRoute,
  parameters: Readonly<Record<string, unknown>> | undefined,
  status: number,
  { irreversibleBlock }: ChainPosition,
): Lifetime {
  if (cache.kind === 'never') return NONE;
  if (status !== 200 || cache.kind === 'head') return HEAD;
  if (cache.kind === 'slow') return { kind: 'milliseconds', ms: cache.seconds * 1_000 };
  const block = parameters === undefined ? undefined : cache.blockOf(parameters);
  if (block === undefined) return HEAD;
  return 'id' in block || block.number <= irreversibleBlock ? IMMUTABLE : HEAD;
}
