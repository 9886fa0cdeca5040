import type { NodeConfig, NodesOfNetwork } from '@app/networks/node-config';
import type { Clock, RandomBelow, Tracing } from '@app/operations/core';
import type { ChainMetrics } from '../node/chain-metrics';
import type { CallClass } from '../node/call-class';
import type { PushHolders } from '../push/sent-to-nodes/push-holders';
import type { PushRetryPolicy } from '../push/push';
import type { WatchStore } from '../push/watch/shared/watch-store';
import type { EligibilityLimits } from '../pool/node-facts';
import type { NodeChange } from '../pool/network-state';
import type { SharedPushes } from '../push/shared-pushes';
import type { SharedHeads } from '../pool/shown-heads';
import type { Evidence } from '../verify/evidence';
import type { NodeOptions } from '../node/upstream-node';

/** Options shared by the clients of all networks. */
export interface ChainsOptions<N extends NodesOfNetwork = NodesOfNetwork> {
  readonly clock: Clock;
  readonly metrics?: ChainMetrics;
  /** Undefined: requests to nodes have no spans. */
  readonly tracing?: Tracing;
  /** Deadlines that differ from the table of call classes. */
  readonly deadlinesMs?: Partial<Record<CallClass, number>>;
  /** Other time limits and connections of each node, where they differ from the defaults. */
  readonly nodes?: Partial<Omit<NodeOptions, 'deadlinesMs'>>;
  /** How long an answer serves equal reads; less than a block. */
  readonly readLifetimeMs?: number;
  /** Limits of a push that differ from the defaults. */
  readonly push?: Partial<PushRetryPolicy>;
  readonly random?: RandomBelow;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<EligibilityLimits>;
  /** Interval of the polls of each node while its network is used. */
  readonly pollMs?: number;
  /** Heads in common with other replicas; undefined: this process is alone. */
  readonly sharedHeads?: SharedHeads;
  /** Default: in the memory of this process. */
  readonly pushHolders?: PushHolders;
  /** Watches of pushes in common with other replicas; undefined: this process is alone. */
  readonly watches?: WatchStore | undefined;
  /** Pushes of all replicas; undefined: this process is alone. */
  readonly sharedPushes?: SharedPushes | undefined;
  /** The nodes of a network as they are found now. Default: those of the configuration. */
  nodesOf?(config: N): readonly NodeConfig[];
  /** Called when a node of a network is judged otherwise than before. */
  readonly onNodeChange?: (change: NodeChange) => void;
  /** Of 100 reads that are not compared before they are used, those compared afterwards; default 1. */
  readonly samplePercent?: number;
  /** Called when nodes of a network say different things. */
  readonly onDisagreement?: (evidence: Evidence) => void;
}
