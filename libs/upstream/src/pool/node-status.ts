import type { NodeCapability } from '@app/networks/node-config';
import type { Fitness } from './eligibility';
import type { NodeHealth } from './node-health';

/** One node for operators. */
export interface NodeStatus {
  /** Its label. */
  readonly node: string;
  readonly isBackup: boolean;
  /** Whether an operator took it out of service. */
  readonly isCordoned: boolean;
  /** As requests choose it now. */
  readonly fitness: Fitness;
  /** As of the last poll, without reasons to rest for a moment. */
  readonly judged: Fitness;
  readonly headBlock: number | null;
  readonly headTimeMs: number | null;
  readonly circuit: 'closed' | 'open' | 'half open';
  /** Those known so far. */
  readonly capabilities: readonly NodeCapability[];
}

/** The known state of a node, for operators. */
export const statusOf = (health: NodeHealth): NodeStatus => ({
  node: health.node.label,
  isBackup: health.node.isBackup,
  isCordoned: health.isCordoned,
  fitness: health.fitness,
  judged: health.judged,
  headBlock: health.info?.headBlockNum ?? null,
  headTimeMs: health.info?.headBlockTimeMs ?? null,
  circuit: health.breaker.state,
  capabilities: health.abilities.list(),
});
