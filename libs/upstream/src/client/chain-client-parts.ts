import type { Clock } from '@app/operations/core';
import type { Pusher } from '../push/pusher';
import type { SharedPushes } from '../push/shared-pushes';
import type { Sampler } from '../verify/sampler';

/** Parts and options of the client of one network. */
export interface ChainClientParts {
  readonly pusher: Pusher;
  /** Asks two nodes again that gave different answers to a read that has one; returns at once. */
  readonly recheck: Sampler['recheck'];
  /** How long an answer serves equal reads while no newer head is known. */
  readonly readLifetimeMs: number;
  readonly clock: Clock;
  /** Tells other replicas of pushes; undefined: this process is alone. */
  readonly shared: SharedPushes | undefined;
}
