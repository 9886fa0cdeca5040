import type { NodeConfig, NodesOfNetwork, VerifyMode } from '@app/networks/node-config';
import { type RandomBelow, systemRandom } from '@app/operations/core';
import { UpstreamNode } from '../node/upstream-node';
import { BLOCK_MS } from '../pool/agreed-position';
import { NodeCaller } from '../pool/node-caller';
import type { EligibilityLimits } from '../pool/node-facts';
import { NodePool } from '../pool/node-pool';
import type { TransactionFate } from '../push/fate/judged-fate';
import { type ComposedTransaction, transactionFate } from '../push/fate/transaction-fate';
import { Pusher } from '../push/pusher';
import type { PushHolders } from '../push/sent-to-nodes/push-holders';
import { Comparisons } from '../verify/comparisons';
import { Differences } from '../verify/differences';
import { Sampler } from '../verify/sampler';
import { ShadowTraffic } from '../verify/shadow-traffic';
import { VerifiedReads } from '../verify/verified-reads';
import { ChainClient } from './chain-client';
import type { ChainsOptions } from './chains-options';
import { DECODERS } from './decoders';

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

/** Options of all networks, with what is common to them filled in. */
export interface ConnectionOptions extends Omit<ChainsOptions, 'nodesOf'> {
  readonly pushHolders: PushHolders;
}

/** The nodes of one network, the reads at them and the pushes to them. */
export class NetworkConnection {
  readonly client: ChainClient;
  readonly pool: NodePool;
  readonly #random: RandomBelow;
  readonly #caller: NodeCaller;
  readonly #pusher: Pusher;
  readonly #verified: VerifiedReads;
  readonly #shadows: ShadowTraffic;

  constructor(
    network: NodesOfNetwork,
    nodes: readonly NodeConfig[],
    private readonly options: ConnectionOptions,
  ) {
    const { clock, metrics, pushHolders, readLifetimeMs = READ_LIFETIME_MS } = options;
    this.#random = options.random ?? systemRandom;
    this.pool = this.#poolOf(network, nodes);
    this.#caller = new NodeCaller(network.name, this.pool, metrics, options.tracing);
    const comparisons = this.#comparisonsOf(network, nodes);
    const differences = new Differences(this.#caller, DECODERS, comparisons);
    const verified = new VerifiedReads(differences, network.verify);
    this.#verified = verified;
    this.#shadows = new ShadowTraffic(shadowsOf(nodes).map(this.#connect), {
      ...{ network: network.name, decoders: DECODERS, comparisons, random: this.#random, clock },
    });
    const sampler = this.#sampled(differences);
    const policy = { ...PUSH, hasQuorum: () => verified.hasQuorum, ...options.push };
    const store = options.watches;
    this.#pusher = new Pusher(this.#caller, policy, { holders: pushHolders, clock, metrics, store });
    this.client = new ChainClient(this.#caller, verified, {
      ...{ pusher: this.#pusher, readLifetimeMs, clock, shared: options.sharedPushes },
      recheck: (...differing) => {
        if (verified.hasSamples) sampler.recheck(...differing);
      },
    });
  }

  /** Takes over other nodes, and another verification. */
  configure(nodes: readonly NodeConfig[], verify: VerifyMode): void {
    const left = [
      ...this.pool.replaceNodes(servingOf(nodes), this.#connect),
      ...this.#shadows.replace(shadowsOf(nodes), this.#connect),
    ];
    this.#verified.configure(
      verify,
      nodes.map(({ label }) => label),
    );
    // Answers of a node that left do not serve any more.
    this.client.pushedElsewhere(false);
    for (const node of left) void node.leave();
  }

  async fateOf(transaction: ComposedTransaction): Promise<TransactionFate> {
    // The watch of its push knows the block long after the nodes have forgotten the transaction.
    const block = await this.#pusher.landedBlock(transaction.id);
    if (block !== undefined) return { kind: 'executed', block };
    return transactionFate(this.#caller, transaction, this.#verified.hasQuorum);
  }

  /** Nothing is begun from now on. Resolves when the connections of the nodes are closed. */
  async close(): Promise<void> {
    this.#pusher.close();
    this.pool.close();
    await Promise.all([...this.pool.nodes().map((node) => node.close()), this.#shadows.close()]);
  }

  readonly #connect = (node: NodeConfig): UpstreamNode => {
    const { nodes, deadlinesMs } = this.options;
    return new UpstreamNode(node, { ...nodes, ...(deadlinesMs === undefined ? {} : { deadlinesMs }) });
  };

  #poolOf({ name, chainId }: NodesOfNetwork, nodes: readonly NodeConfig[]): NodePool {
    const { clock, metrics, deadlinesMs, pollMs = POLL_MS, sharedHeads, onNodeChange } = this.options;
    const limits = limitsWith(this.options.limits ?? {}, pollMs);
    const facts = { chainId, limits, pollMs, deadlinesMs, random: this.#random };
    return new NodePool(name, servingOf(nodes).map(this.#connect), {
      ...{ ...facts, clock, metrics, sharedHeads, onNodeChange },
    });
  }

  #comparisonsOf({ name, verify }: NodesOfNetwork, nodes: readonly NodeConfig[]): Comparisons {
    const { clock, metrics, onDisagreement } = this.options;
    const labels = nodes.map(({ label }) => label);
    return new Comparisons({ network: name, mode: verify, nodes: labels, clock, metrics, onDisagreement });
  }

  /** Compares answers after they were sent: some of those of the nodes, and those of shadow nodes. */
  #sampled(differences: Differences): Sampler {
    const { clock, samplePercent: percent = SAMPLE_PERCENT } = this.options;
    const sampler = new Sampler(differences, { percent, random: this.#random, clock });
    this.#caller.onServed((...served) => {
      if (this.#verified.hasSamples && percent > 0) sampler.served(...served);
      this.#shadows.served(...served);
    });
    return sampler;
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
