import type { NodeConfig, NodesOfNetwork, VerifyMode } from '@app/networks/node-config';
import { systemRandom, type Clock, type RandomBelow, type Tracing } from '@app/operations/core';
import type { ChainMetrics } from '../node/chain-metrics';
import type { CallClass } from '../node/call-class';
import type { TransactionFate } from '../push/fate/judged-fate';
import { type ComposedTransaction, transactionFate } from '../push/fate/transaction-fate';
import { MemoryHolders } from '../push/sent-to-nodes/memory-holders';
import type { PushHolders } from '../push/sent-to-nodes/push-holders';
import type { PushRetryPolicy } from '../push/push';
import { Pusher } from '../push/pusher';
import type { WatchStore } from '../push/watch/shared/watch-store';
import { ChainClient } from './chain-client';
import { DECODERS } from './decoders';
import { requireDistinct } from './distinct-nodes';
import { NodeCaller } from '../pool/node-caller';
import { BLOCK_MS } from '../pool/agreed-position';
import type { EligibilityLimits } from '../pool/node-facts';
import type { NodeChange } from '../pool/network-state';
import { NodePool } from '../pool/node-pool';
import type { Reach } from '../pool/reach';
import type { SharedPushes } from '../push/shared-pushes';
import type { SharedHeads } from '../pool/shown-heads';
import { Comparisons } from '../verify/comparisons';
import { Differences } from '../verify/differences';
import type { Evidence } from '../verify/evidence';
import { Sampler } from '../verify/sampler';
import { ShadowTraffic } from '../verify/shadow-traffic';
import { VerifiedReads } from '../verify/verified-reads';
import { type NodeOptions, UpstreamNode } from '../node/upstream-node';

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

const LIMITS = { maxHeadAgeMs: 30_000, maxBlocksBehind: 10, maxIndexBlocksBehind: 20 };
/** A node that finalizes nothing for 12 s more than the others is on a fork of its own. */
const MAX_IRREVERSIBLE_BEHIND = 24;
/** Default of NODE_SAMPLE_PERCENT. */
const SAMPLE_PERCENT = 1;
/** Default of NODE_POLL_MS. */
const POLL_MS = 1_000;
/** The time that a poll takes at most, roughly. */
const POLL_MARGIN_MS = 2_000;
/** How long an answer serves equal reads of tools while no newer head is known: the time of a block. */
const READ_LIFETIME_MS = BLOCK_MS;
/** Below the 60 s after which clients and proxies give a request up. */
const PUSH = {
  ...{ budgetMs: 40_000, lookups: 4, pauseMs: 500 },
  ...{ inBlockMs: 3_000, lookPauseMs: 250, hedgeMs: 500 },
};

interface Connected {
  readonly client: ChainClient;
  readonly pool: NodePool;
  readonly shadows: ShadowTraffic;
  /** Takes over other nodes, and another verification. */
  readonly configure: (nodes: readonly NodeConfig[], verify: VerifyMode) => void;
  readonly fateOf: (transaction: ComposedTransaction) => Promise<TransactionFate>;
  readonly pusher: Pusher;
}

/** The chains of all configured networks; a network is connected when it is first asked for. */
export class Chains<N extends NodesOfNetwork = NodesOfNetwork> {
  readonly #connected = new Map<string, Connected>();
  readonly #pushHolders: PushHolders;

  constructor(
    /** Those that it has a client for. */
    readonly networks: NetworkSource<N>,
    private readonly options: ChainsOptions<N>,
  ) {
    this.#pushHolders = options.pushHolders ?? new MemoryHolders(options.clock);
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
    for (const { pool, pusher } of this.#connected.values()) {
      pusher.close();
      pool.close();
    }
    const closed = [...this.#connected.values()].flatMap(({ pool: each, shadows }) => [
      ...each.nodes().map((node) => node.close()),
      shadows.close(),
    ]);
    this.#connected.clear();
    await Promise.all(closed);
  }

  #nodesOf(network: N): readonly NodeConfig[] {
    if (this.options.nodesOf !== undefined) return this.options.nodesOf(network);
    requireDistinct(network);
    return network.nodes;
  }

  #connectionOf(network: string): Connected {
    const known = this.#connected.get(network);
    if (known !== undefined) return known;
    const connected = this.#connect(this.networks.of(network));
    this.#connected.set(network, connected);
    return connected;
  }

  #connect(network: N): Connected {
    const { name, chainId, verify } = network;
    const configured = this.#nodesOf(network);
    const { clock, metrics, deadlinesMs, readLifetimeMs = READ_LIFETIME_MS } = this.options;
    const options = { ...this.options.nodes, ...(deadlinesMs === undefined ? {} : { deadlinesMs }) };
    const connect = (node: NodeConfig): UpstreamNode => new UpstreamNode(node, options);
    const nodes = servingOf(configured).map(connect);
    const { random = systemRandom, pollMs = POLL_MS, sharedHeads, onNodeChange } = this.options;
    const limits = limitsWith(this.options.limits ?? {}, pollMs);
    const pool = new NodePool(name, nodes, {
      clock,
      random,
      metrics,
      limits,
      pollMs,
      deadlinesMs,
      chainId,
      sharedHeads,
      onNodeChange,
    });
    const caller = new NodeCaller(name, pool, metrics, this.options.tracing);
    const comparisons = new Comparisons({
      network: name,
      mode: verify,
      nodes: configured.map(({ label }) => label),
      clock,
      metrics,
      onDisagreement: this.options.onDisagreement,
    });
    const differences = new Differences(caller, DECODERS, comparisons);
    const verified = new VerifiedReads(differences, verify);
    const policy = { ...PUSH, hasQuorum: () => verified.hasQuorum, ...this.options.push };
    const pusher = new Pusher(caller, this.#pushHolders, policy, clock, metrics, this.options.watches);
    const percent = this.options.samplePercent ?? SAMPLE_PERCENT;
    const sampler = new Sampler(differences, { percent, random, clock });
    const shadows = new ShadowTraffic(shadowsOf(configured).map(connect), {
      ...{ network: name, decoders: DECODERS, comparisons, random, clock },
    });
    caller.onServed((...served) => {
      if (verified.hasSamples && percent > 0) sampler.served(...served);
      shadows.served(...served);
    });
    const client = new ChainClient(
      caller,
      pusher,
      verified,
      (...differing) => {
        if (verified.hasSamples) sampler.recheck(...differing);
      },
      readLifetimeMs,
      clock,
      this.options.sharedPushes,
    );
    return {
      pool,
      pusher,
      client,
      shadows,
      configure: (now, mode) => {
        const left = [
          ...pool.replaceNodes(servingOf(now), connect),
          ...shadows.replace(shadowsOf(now), connect),
        ];
        verified.configure(
          mode,
          now.map(({ label }) => label),
        );
        // Answers of a node that left do not serve any more.
        client.pushedElsewhere(false);
        for (const node of left) void node.leave();
      },
      fateOf: async (transaction) => {
        // The watch of its push knows the block long after the nodes have forgotten the transaction.
        const block = await pusher.landedBlock(transaction.id);
        if (block !== undefined) return { kind: 'executed', block };
        return transactionFate(caller, transaction, verified.hasQuorum);
      },
    };
  }
}

const shadowsOf = (nodes: readonly NodeConfig[]) => nodes.filter(({ isShadow }) => isShadow === true);
const servingOf = (nodes: readonly NodeConfig[]) => nodes.filter(({ isShadow }) => isShadow !== true);

/** The time that a head may be behind is that of its blocks, and a poll more: heads are read at different moments. */
function limitsWith(limits: Partial<EligibilityLimits>, pollMs: number): EligibilityLimits {
  const { maxBlocksBehind } = { ...LIMITS, ...limits };
  const maxBehindMs = maxBlocksBehind * BLOCK_MS + pollMs;
  return {
    ...LIMITS,
    maxBehindMs,
    maxInfoAgeMs: Math.max(maxBehindMs, pollMs + POLL_MARGIN_MS),
    maxIrreversibleBehind: MAX_IRREVERSIBLE_BEHIND,
    ...limits,
  };
}
