import type { Clock, Metrics } from '@app/operations';
import { NodeFailure } from '../node/errors';
import type { ChainInfo } from '../node/info';
import { chainFault, type Consensus, consensusOf, type EligibilityLimits, fitnessOf } from './eligibility';
import type { NodeHealth } from './node-health';
import { type SharedHeads, ShownHeads } from './shown-heads';
import { usableNodes } from './usable-nodes';

const MS_PER_SECOND = 1_000;

/** Head and last irreversible block of the network. */
export interface ChainPosition {
  readonly headBlock: number;
  /** Irreversible at every node that may serve. */
  readonly irreversibleBlock: number;
}

interface StateOptions {
  readonly clock: Clock;
  readonly metrics?: Metrics;
  readonly limits: EligibilityLimits;
  readonly sharedHeads?: SharedHeads;
  readonly chainId: string | undefined;
}

/** The state of the chain by what its nodes report, and of each node by that. */
export class NetworkState {
  readonly #heads: ShownHeads;
  readonly #listeners = new Set<() => void>();
  #chainId: string | undefined;
  #consensus: Consensus;
  #position: ChainPosition = { headBlock: 0, irreversibleBlock: 0 };
  #ownHead = 0;

  constructor(
    private readonly network: string,
    private readonly healths: readonly NodeHealth[],
    private readonly options: StateOptions,
  ) {
    this.#chainId = options.chainId;
    this.#heads = new ShownHeads(network, options.clock, options.sharedHeads);
    this.#consensus = consensusOf([], this.#chainId, 0, options.limits);
  }

  /** The chain's id; undefined until a first node answered where none is configured. */
  get chainId(): string | undefined {
    return this.#chainId;
  }

  get consensus(): Consensus {
    return this.#consensus;
  }

  /** As of the last poll of any node. Costs nothing: every answer at hand is compared with it. */
  get position(): ChainPosition {
    return this.#position;
  }

  /** Called whenever the head of the network rises. */
  onHead(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** A node was polled: all are judged again, and the head is stated to other replicas. */
  recordPoll({ info }: NodeHealth): void {
    this.#chainId ??= info?.chainId;
    this.judge();
    // Not that of others, which would never be forgotten.
    void this.#heads.share(this.#ownHead);
  }

  /**
   * A node's answer to get_info, before a client sees it: false when its head is below one that was shown before, by
   * this pool or by another replica.
   * @param elapsedMs since it was asked
   * @throws NodeFailure when the node is on another chain
   */
  showInfo(health: NodeHealth, info: ChainInfo, elapsedMs: number): Promise<boolean> {
    const fault = chainFault(info.chainId, this.#chainId);
    if (fault !== undefined) throw new NodeFailure(health.node.label, fault, { mayHaveArrived: false });
    health.recordInfo(info, elapsedMs);
    if (info.headBlockNum > this.#consensus.headBlock) this.judge();
    return this.showHead(info.headBlockNum);
  }

  /** The highest head that a client may have seen; 0 when none lately. */
  get shownHead(): number {
    return this.#heads.highest;
  }

  /** Whether other replicas may show heads that this one does not know yet. */
  get sharesHeads(): boolean {
    return this.#heads.isShared;
  }

  /** A head that was kept is about to be seen: false when a client has seen a higher one. Never rejects. */
  async showHead(head: number): Promise<boolean> {
    const isShown = await this.#heads.show(head);
    // It has to be known before the next answer is looked for among those at hand.
    if (this.#heads.shared > this.#consensus.headBlock) this.judge();
    return isShown;
  }

  /** Judges every node by what all of them report. */
  judge(): void {
    const now = this.options.clock.now();
    const { limits, metrics } = this.options;
    const before = this.#consensus.headBlock;
    const facts = this.healths.map((health) => ({
      health,
      known: { ...health.facts(), pauseReason: undefined },
    }));
    const known = facts.map((one) => one.known);
    const own = consensusOf(known, this.#chainId, now, limits);
    this.#ownHead = own.headBlock;
    this.#consensus = { ...own, headBlock: Math.max(own.headBlock, this.#heads.shared) };
    for (const { health, known: one } of facts) {
      health.judged = fitnessOf(one, this.#consensus, now, limits);
      const isFit = health.judged.kind === 'fit' ? 1 : 0;
      if (metrics === undefined) continue;
      const labels = { network: this.network, node: health.node.label };
      metrics.nodeFit.set(labels, isFit);
      metrics.nodeCircuitOpen.set(labels, health.breaker.state === 'closed' ? 0 : 1);
      const headMs = health.info?.headBlockTimeMs;
      if (headMs !== undefined) metrics.nodeHeadAge.set(labels, Math.max(0, now - headMs) / MS_PER_SECOND);
    }
    for (const [capability, count] of usableNodes(this.healths, limits.maxIndexBlocksBehind))
      metrics?.usableNodes.set({ network: this.network, capability }, count);
    this.#position = { headBlock: this.#consensus.headBlock, irreversibleBlock: this.#irreversibleBlock() };
    if (this.#consensus.headBlock > before) for (const listener of this.#listeners) listener();
  }

  #irreversibleBlock(): number {
    const fit = this.healths.filter(({ judged }) => judged.kind === 'fit');
    const blocks = fit.map(({ info }) => info?.lastIrreversibleBlockNum ?? 0);
    return blocks.length === 0 ? 0 : Math.min(...blocks);
  }
}
