import type { Clock, RandomBelow } from '@app/operations/core';
import type { ChainMetrics } from '../node/chain-metrics';
import type { CallClass } from '../node/call-class';
import type { NodeChange } from './network-state';
import type { EligibilityLimits } from './node-facts';
import type { SharedHeads } from './shown-heads';

/** Settings of a pool. */
export interface PoolOptions {
  readonly clock: Clock;
  readonly random: RandomBelow;
  readonly metrics?: ChainMetrics;
  readonly limits: EligibilityLimits;
  /** Interval of the polls of each node while the pool is in use. */
  readonly pollMs: number;
  readonly deadlinesMs?: Partial<Record<CallClass, number>>;
  /** Heads that replicas have in common; undefined: this process is alone. */
  readonly sharedHeads?: SharedHeads;
  /** Chain that the nodes must be on; undefined: that of the first node that answers. */
  readonly chainId: string | undefined;
  /** Called when a node is judged otherwise than before. */
  readonly onNodeChange?: ((change: NodeChange) => void) | undefined;
}

const RANDOM_STEPS = 1 << 20;

/** A random number from 0 inclusive to 1 exclusive. */
export const randomFraction = ({ random }: Pick<PoolOptions, 'random'>): number =>
  random(RANDOM_STEPS) / RANDOM_STEPS;
