import type { NodeConfig, NodesOfNetwork } from '@app/networks/node-config';
import type { Clock, RandomBelow, Tracing } from '@app/operations/core';
import type { ChainMetrics } from '../node/chain-metrics';
import type { CallClass } from '../node/call-class';
import type { TransactionFate } from '../push/fate/judged-fate';
import type { ComposedTransaction } from '../push/fate/transaction-fate';
import { MemoryHolders } from '../push/sent-to-nodes/memory-holders';
import type { PushHolders } from '../push/sent-to-nodes/push-holders';
import type { PushRetryPolicy } from '../push/push';
import type { WatchStore } from '../push/watch/shared/watch-store';
import type { ChainClient } from './chain-client';
import { requireDistinct } from './distinct-nodes';
import { type ConnectionOptions, NetworkConnection } from './network-connection';
import type { EligibilityLimits } from '../pool/node-facts';
import type { NodeChange } from '../pool/network-state';
import type { Reach } from '../pool/reach';
import type { SharedPushes } from '../push/shared-pushes';
import type { SharedHeads } from '../pool/shown-heads';
import type { Evidence } from '../verify/evidence';
import type { NodeOptions } from '../node/upstream-node';

/** The networks that chains are known of. */
export interface NetworkSource<N extends NodesOfNetwork> {
  /** @throws Error for a name that it does not know */
  of(name: string): N;
  all(): N[];
}

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

/** The chains of all configured networks; a network is connected when it is first asked for. */
export class Chains<N extends NodesOfNetwork = NodesOfNetwork> {
  readonly #connected = new Map<string, NetworkConnection>();
  readonly #options: ConnectionOptions;

  constructor(
    /** Those that it has a client for. */
    readonly networks: NetworkSource<N>,
    private readonly options: ChainsOptions<N>,
  ) {
    const { pushHolders = new MemoryHolders(options.clock) } = options;
    this.#options = { ...options, pushHolders };
    options.sharedPushes?.onPush(({ network, setsAbi }) => {
      this.#connected.get(network)?.client.pushedElsewhere(setsAbi);
    });
  }

  /** @throws NetworkNotConfiguredError */
  of(network: string): ChainClient {
    return this.#connectionOf(network).client;
  }

  /** Whether a node of a network answers this replica, and others where none does. As of the last poll. */
  reachOf(network: string): Reach {
    return this.#connectionOf(network).pool.reach;
  }

  /** Whether a composed transaction was executed, or can never be. Never throws for errors of nodes. */
  fateOf(network: string, transaction: ComposedTransaction): Promise<TransactionFate> {
    return this.#connectionOf(network).fateOf(transaction);
  }

  /**
   * Takes over the nodes and the verification of networks that are configured, or found, otherwise than before. Requests in flight
   * end where they were sent; pushes and their watch continue at the nodes of now.
   */
  configure(configs: readonly N[]): void {
    for (const config of configs)
      this.#connected.get(config.name)?.configure(this.#nodesOf(config), config.verify);
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    const closed = [...this.#connected.values()].map((connection) => connection.close());
    this.#connected.clear();
    await Promise.all(closed);
  }

  #nodesOf(network: N): readonly NodeConfig[] {
    if (this.options.nodesOf !== undefined) return this.options.nodesOf(network);
    requireDistinct(network);
    return network.nodes;
  }

  #connectionOf(network: string): NetworkConnection {
    const known = this.#connected.get(network);
    if (known !== undefined) return known;
    const config = this.networks.of(network);
    const connected = new NetworkConnection(config, this.#nodesOf(config), this.#options);
    this.#connected.set(network, connected);
    return connected;
  }
}
