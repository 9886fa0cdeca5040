import type { Clock } from '@app/operations/core';
import type { ChainMetrics } from '../node/chain-metrics';
import { NodeFailure } from '../node/errors';
import type { UpstreamNode } from '../node/upstream-node';
import type { ChainInfo } from '../node/info';
import { type Agreed, blockAfter } from './agreed-position';
import { COMPARABLE_MS, type Consensus, consensusOf, lastConfirmed, NOTHING_KNOWN } from './consensus';
import { type Fitness, fitnessOf, forkedAt, type Judgement } from './eligibility';
import { isEarly, isReachable } from './leading';
import type { KnownBlock } from './linked-block';
import type { EligibilityLimits, NodeFacts } from './node-facts';
import type { NodeHealth } from './node-health';
import { forgetNodes, reportNodes } from './node-metrics';
import { type Reach, ReplicaReach } from './reach';
import { type SharedHeads, ShownHeads } from './shown-heads';

/** Head and last irreversible block of the network. */
export interface ChainPosition {
  readonly headBlock: number;
  /** Irreversible at every node that may serve, and by more than half of all. */
  readonly irreversibleBlock: number;
}

/** A node is judged otherwise than before. */
export interface NodeChange {
  readonly network: string;
  /** Its label. */
  readonly node: string;
  readonly before: Fitness;
  readonly now: Fitness;
}

interface StateOptions {
  readonly clock: Clock;
  readonly metrics?: ChainMetrics;
  readonly limits: EligibilityLimits;
  readonly sharedHeads?: SharedHeads;
  readonly chainId: string | undefined;
  readonly onNodeChange?: ((change: NodeChange) => void) | undefined;
}

/** The state of the chain by what its nodes report, and of each node by that. */
export class NetworkState {
  readonly #heads: ShownHeads;
  readonly #reach: ReplicaReach;
  #chainId: string | undefined;
  #consensus: Consensus = NOTHING_KNOWN;
  /** The highest agreed position, when it was agreed, and when nodes last stated what is possible by it. */
  #remembered: (Agreed & { readonly atMs: number; readonly keptAtMs: number }) | undefined;
  /** That of nodes that are too few to remember what they say, and since when they are. */
  #provisional: (Agreed & { readonly atMs: number; readonly sinceMs: number }) | undefined;
  #position: ChainPosition = { headBlock: 0, irreversibleBlock: 0 };

  constructor(
    private readonly network: string,
    private readonly healths: readonly NodeHealth[],
    private readonly options: StateOptions,
  ) {
    this.#chainId = options.chainId;
    this.#reach = new ReplicaReach(options.clock, options.sharedHeads !== undefined);
    this.#heads = new ShownHeads(network, options, (head) => this.isPossible(head));
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

  /** Time of the agreed head by the chain's own time, in milliseconds since the epoch; 0 while none is known. */
  get headTimeMs(): number {
    return this.#consensus.agreed?.headTimeMs ?? 0;
  }

  /** Whether a node answers this replica, and others where none does. */
  get reach(): Reach {
    return this.#reach.state;
  }

  /** A node was polled: all are judged again, and the agreed head is stated to other replicas. */
  recordPoll({ info }: NodeHealth): void {
    this.#chainId ??= info?.chainId;
    this.judge();
    // Not that of other replicas, which would never be forgotten.
    const isShared = this.#remembered !== undefined && this.#provisional === undefined;
    void this.#heads.share(isShared ? this.#consensus.headBlock : 0).then(() => {
      const silentMs = Math.min(
        ...this.healths.filter(({ isCordoned }) => !isCordoned).map(({ silentMs }) => silentMs),
      );
      this.#reach.record(silentMs, this.#heads.stated);
    });
  }

  /**
   * A node's answer to get_info, before a client sees it: false when its head is below one that was shown before, by
   * this pool or by another replica.
   * @param elapsedMs since it was asked
   * @throws NodeFailure when the node is on another chain, its answer is not that of the other nodes, or the chain cannot
   *   have its head yet
   */
  showInfo(health: NodeHealth, info: ChainInfo, elapsedMs: number): Promise<boolean> {
    health.recordInfo(info, elapsedMs);
    this.judge();
    // An older answer than the one that was recorded is judged by itself.
    const facts = { ...health.facts(), info };
    const differs = forkedAt(facts, this.#consensus);
    const { kind, why } = fitnessOf({ ...facts, forkedAt: differs }, this.#judgement());
    if (kind === 'unfit') throw new NodeFailure(health.node.label, why, { mayHaveArrived: false });
    if (this.#isEarly(info))
      throw new NodeFailure(health.node.label, 'its head is ahead of the time', { mayHaveArrived: false });
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
    this.#position = { ...this.#position, headBlock: this.#headBlock() };
    return isShown;
  }

  /** Whether a head that time allows is far above that of a node. */
  mayLackBlocks({ info }: NodeHealth): boolean {
    const { headBlock, headTimeMs } = this.#consensus.possible;
    const { maxBlocksBehind, maxBehindMs } = this.options.limits;
    if (info === undefined) return true;
    return headBlock - info.headBlockNum > maxBlocksBehind || headTimeMs - info.headBlockTimeMs > maxBehindMs;
  }

  get limits(): EligibilityLimits {
    return this.options.limits;
  }

  /** Whether time allows what a node reports, after the agreed position. */
  isReachable(info: ChainInfo): boolean {
    const { agreed } = this.#consensus;
    return agreed !== undefined && isReachable(info, agreed, this.#judgement());
  }

  /**
   * Irreversible blocks that a node has to have one of: the newest one of more than half of the nodes, or, where they
   * never reported the same number, the last one of every other node.
   */
  irreversibleBlocks(of: NodeHealth): KnownBlock[] {
    const confirmed = lastConfirmed(this.#consensus);
    if (confirmed !== undefined) return [confirmed];
    return this.healths.flatMap((health) => {
      const { info, pollFailure } = health;
      if (health === of || info === undefined || pollFailure !== undefined) return [];
      return [{ number: info.lastIrreversibleBlockNum, id: info.lastIrreversibleBlockId }];
    });
  }

  /** These nodes left: nothing of them counts any more, and no metric shows them. */
  forget(left: readonly UpstreamNode[]): void {
    const labels = this.healths.map(({ node }) => node.label);
    const gone = left.filter(({ label }) => !labels.includes(label));
    forgetNodes(
      this.network,
      gone.map(({ label }) => label),
      this.options.metrics,
    );
    this.judge();
  }

  /** Judges every node by what all of them report. */
  judge(): void {
    this.#consensus = this.#agree();
    this.#heads.forgetImpossible();
    const judgement = this.#judgement();
    for (const health of this.healths) {
      health.forkedAt = forkedAt(health, this.#consensus);
      health.isEarly = health.info !== undefined && this.#isEarly(health.info);
      const known = health.judged;
      health.judged = fitnessOf({ ...health.facts(), pauseReason: undefined }, judgement);
      if (health.judged.kind === known.kind) continue;
      const { network } = this;
      this.options.onNodeChange?.({ network, node: health.node.label, before: known, now: health.judged });
    }
    reportNodes(this.network, this.healths, this.options);
    this.#position = { headBlock: this.#headBlock(), irreversibleBlock: this.#irreversibleBlock() };
  }

  #isEarly(info: ChainInfo): boolean {
    return isEarly(info, this.#consensus.agreed, { nowMs: this.options.clock.now() });
  }

  #judgement(): Judgement {
    const { clock, limits } = this.options;
    return { chainId: this.#chainId, consensus: this.#consensus, nowMs: clock.now(), limits };
  }

  #agree(): Consensus {
    const { clock, limits } = this.options;
    const [nowMs, atMs] = [clock.now(), clock.monotonicMs()];
    const known = this.#remembered;
    const isRecent = known !== undefined && atMs - known.keptAtMs <= COMPARABLE_MS;
    const remembered = isRecent ? { ...known, ageMs: atMs - known.atMs } : undefined;
    const facts = this.healths.map((health) => health.facts());
    const consensus = consensusOf(facts, { chainId: this.#chainId, nowMs, limits, remembered });
    const { agreed, isOfOne } = consensus;
    const provisional = this.#provisional;
    this.#provisional = undefined;
    if (agreed === undefined || agreed === remembered) return consensus;
    const isContinued = provisional !== undefined && atMs - provisional.atMs <= COMPARABLE_MS;
    const sinceMs = isContinued ? provisional.sinceMs : atMs;
    if (remembered === undefined && !areCompared(facts, atMs - sinceMs)) {
      this.#provisional = { ...agreed, atMs, sinceMs };
      return consensus;
    }
    // A lower one does not replace it: all other nodes would be ahead of what time allows after it.
    if (agreed.headBlock < (remembered?.headBlock ?? 0)) return consensus;
    // One node alone does not extend what time allows, not in small steps either: the others may come back.
    const isKept =
      isOfOne &&
      remembered !== undefined &&
      blockAfter(agreed, { nowMs, ageMs: 0 }) + limits.maxBlocksBehind >=
        blockAfter(remembered, { nowMs, ageMs: remembered.ageMs });
    this.#remembered = isKept ? { ...remembered, keptAtMs: atMs } : { ...agreed, atMs, keptAtMs: atMs };
    return consensus;
  }

  /** Of this replica's nodes, or of other replicas where those are ahead of them. */
  #headBlock(): number {
    return Math.max(this.#consensus.headBlock, this.#heads.shared);
  }

  /** Whether time allows a head that others state, after the one that the nodes of this replica agree on. */
  isPossible(head: number): boolean {
    const { clock, limits } = this.options;
    const known = this.#remembered ?? this.#provisional;
    if (known === undefined) return false;
    const ageMs = clock.monotonicMs() - known.atMs;
    return head <= blockAfter(known, { nowMs: clock.now(), ageMs }) + limits.maxBlocksBehind;
  }

  #irreversibleBlock(): number {
    const { agreed } = this.#consensus;
    const serving = this.healths.filter(({ judged: { kind } }) => kind === 'fit' || kind === 'old');
    const blocks = serving.map(({ info }) => info?.lastIrreversibleBlockNum ?? 0);
    return blocks.length === 0 || agreed === undefined ? 0 : Math.min(agreed.irreversibleBlock, ...blocks);
  }
}

/**
 * Whether what the nodes that answer say is remembered. At the start the fastest one may lie: more than half have to
 * answer, or all have to be asked. One of several nodes that answers alone does so for a while before.
 * @param sinceMs since which too few of them answer
 */
function areCompared(facts: readonly NodeFacts[], sinceMs: number): boolean {
  const nodes = facts.filter(({ isCordoned }) => !isCordoned);
  const answering = nodes.filter(({ isAnswering }) => isAnswering).length;
  if (answering * 2 > nodes.length) return true;
  const areAsked = nodes.every(({ isAnswering, pollFailure }) => isAnswering || pollFailure !== undefined);
  return areAsked && (answering > 1 || sinceMs > COMPARABLE_MS);
}
