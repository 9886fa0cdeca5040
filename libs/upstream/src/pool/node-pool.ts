import { setTimeout as delay } from 'node:timers/promises';
import type { NodeCapability } from '@app/networks';
import type { Clock, Metrics, RandomBelow } from '@app/operations';
import { CALL_BOUNDS, type CallClass } from '../node/call-class';
import { NodeFailure, UpstreamUnavailableError } from '../node/errors';
import type { ChainInfo } from '../node/info';
import type { NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import { chainFault, type EligibilityLimits, type Fitness } from './eligibility';
import { checkFork } from './fork-check';
import { Hedging } from './hedging';
import { type AttemptBounds, measured } from './measured';
import { type ChainPosition, NetworkState } from './network-state';
import { NodeHealth } from './node-health';
import { PoolPolls } from './pool-polls';
import { chooseNode } from './selection';
import type { SharedHeads } from './shown-heads';
import { AllFailedError, staggered } from './staggered';
import { unavailableReasons } from './unavailable-reasons';

/** Settings of a pool. */
export interface PoolOptions {
  readonly clock: Clock;
  readonly random: RandomBelow;
  readonly metrics?: Metrics;
  readonly limits: EligibilityLimits;
  /** Interval of the polls of each node while the pool is in use. */
  readonly pollMs: number;
  readonly deadlinesMs?: Partial<Record<CallClass, number>>;
  /** Heads that replicas have in common; undefined: this process is alone. */
  readonly sharedHeads?: SharedHeads;
  /** Chain that the nodes must be on; undefined: that of the first node that answers. */
  readonly chainId: string | undefined;
}

/** One node for operators. */
export interface NodeStatus {
  /** Its label. */
  readonly node: string;
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

const RANDOM_STEPS = 1 << 20;
/** Times that all nodes are tried: every one may have failed in the same moment. */
const ROUNDS = 2;
/** Random pause before all nodes are asked again: requests that failed together do not return together. */
const LONGEST_JITTER_MS = 200;

/**
 * The nodes of one network. A request goes to the fit node that would answer first; to another one when that fails,
 * and to another one beside it when it is late. Nodes on another chain or fork, or behind, are never asked.
 */
export class NodePool {
  readonly #healths: readonly NodeHealth[];
  readonly #healthOf: ReadonlyMap<UpstreamNode, NodeHealth>;
  readonly #polls: PoolPolls;
  readonly #state: NetworkState;
  readonly #hedging = new Hedging();

  constructor(
    readonly network: string,
    nodes: readonly UpstreamNode[],
    private readonly options: PoolOptions,
  ) {
    this.#healths = nodes.map((node) => new NodeHealth(node, options.clock, () => this.#fraction()));
    this.#healthOf = new Map(this.#healths.map((health) => [health.node, health]));
    this.#state = new NetworkState(network, this.#healths, options);
    this.#polls = new PoolPolls(this.#healths, {
      ...options,
      onPolled: (health) => {
        this.#state.recordPoll(health);
        return checkFork(health, this.#state);
      },
    });
  }

  /** The chain's id; undefined until a first node answered where none is configured. */
  get chainId(): string | undefined {
    return this.#state.chainId;
  }

  position(): ChainPosition {
    return this.#state.position;
  }

  /** The highest head that a client may have seen; 0 when none lately. */
  get shownHead(): number {
    return this.#state.shownHead;
  }

  /** Whether other replicas may show heads that this one does not know yet. */
  get sharesHeads(): boolean {
    return this.#state.sharesHeads;
  }

  /** A head that was kept is about to be seen: false when a client has seen a higher one. Never rejects. */
  showHead(head: number): Promise<boolean> {
    return this.#state.showHead(head);
  }

  /** Called whenever the head of the network rises. */
  onHead(listener: () => void): void {
    this.#state.onHead(listener);
  }

  /** All nodes, the fittest first. */
  nodes(): readonly UpstreamNode[] {
    const rank = { fit: 0, old: 1, unknown: 2, suspect: 3, unfit: 4 };
    return this.#healths
      .map((health) => ({ node: health.node, rank: rank[health.fitness.kind] }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ node }) => node);
  }

  /** The nodes that take pushes, the fittest first: a history node knows transactions, and executes none. */
  chainNodes(): readonly UpstreamNode[] {
    return this.nodes().filter((node) => this.isOfChain(node));
  }

  /** False for a node that is known not to serve the routes of the chain. */
  isOfChain(node: UpstreamNode): boolean {
    return this.#healthOf.get(node)?.abilities.has('chain') !== false;
  }

  /** Whether a node is known to be behind the others, or on another chain or fork: it may not know newer blocks. */
  isBehind(node: UpstreamNode): boolean {
    return this.#healthOf.get(node)?.fitness.kind === 'unfit';
  }

  status(): NodeStatus[] {
    return this.#healths.map((health) => ({
      node: health.node.label,
      fitness: health.fitness,
      judged: health.judged,
      headBlock: health.info?.headBlockNum ?? null,
      headTimeMs: health.info?.headBlockTimeMs ?? null,
      circuit: health.breaker.state,
      capabilities: health.abilities.list(),
    }));
  }

  /** Polls every node now. Never throws for errors of nodes. */
  refresh(): Promise<void> {
    return this.#polls.pollAll();
  }

  /**
   * Runs a request at one node, at the next one when it fails with NodeFailure, beside it when it is late.
   * @throws UpstreamUnavailableError with the reason of each node; every other error of `ask`
   */
  async run<T>(
    request: NodeRequest,
    ask: (node: UpstreamNode, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.use();
    const startedMs = performance.now();
    const deadlineMs = this.options.deadlinesMs?.[request.call] ?? CALL_BOUNDS[request.call].deadlineMs;
    await this.#polls.whenReady(request, deadlineMs);
    const leftMs = (): number => deadlineMs - (performance.now() - startedMs);
    const failures: unknown[] = [];
    for (let round = 1; ; round += 1) {
      try {
        return await this.#race(request, ask, leftMs());
      } catch (error) {
        if (!(error instanceof AllFailedError)) throw error;
        failures.push(...error.failures);
      }
      const pauseMs = Math.ceil(this.#fraction() * LONGEST_JITTER_MS);
      const isWorthIt = round < ROUNDS && leftMs() > pauseMs && failures.some(mayPass);
      if (!isWorthIt || request.signal?.aborted === true) break;
      await delay(pauseMs);
    }
    const { maxIndexBlocksBehind } = this.options.limits;
    const bounds = { deadlineMs, maxIndexBlocksBehind };
    throw new UpstreamUnavailableError(
      this.network,
      unavailableReasons(this.#healths, failures, request, bounds),
    );
  }

  /**
   * Runs a request at one node, which must be on the network's chain.
   * @throws NodeFailure when it is not, or cannot be asked; the errors of `ask`
   */
  async runAt<T>(node: UpstreamNode, ask: () => Promise<T>): Promise<T> {
    this.use();
    const health = this.#healthOf.get(node);
    if (health === undefined) throw new Error(`${node.label} is no node of ${this.network}`);
    await this.#verify(health);
    return measured(health, ask);
  }

  close(): void {
    this.#polls.stop();
  }

  /** A node asks for a pause. */
  recordBusy(node: UpstreamNode, retryAfter: string | undefined): void {
    this.#healthOf.get(node)?.recordBusy(retryAfter);
  }

  /** Polls run only while the pool is used: by requests, and by streams that are open. */
  use(): void {
    this.#polls.use();
  }

  #race<T>(
    request: NodeRequest,
    ask: (node: UpstreamNode, signal: AbortSignal) => Promise<T>,
    deadlineMs: number,
  ): Promise<T> {
    return staggered<NodeHealth, T>({
      next: (tried, running, isOverdue) => this.#choose(tried, running, isOverdue, request),
      attempt: (health, signal) => this.#attempt(health, request, ask, { signal, deadlineMs }),
      isFinal: (error) => !(error instanceof NodeFailure),
      hedgeAfterMs: () =>
        this.#healths.length < 2 ? undefined : this.#hedging.lateAfterMs(request.call, deadlineMs),
      overdueAfterMs: this.#hedging.overdueAfterMs(deadlineMs),
      deadlineMs,
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
  }

  /** @throws NodeFailure when the node is on another chain, or does not say on which; nothing was sent yet */
  async #verify(health: NodeHealth): Promise<void> {
    if (!health.isVerified) await this.#polls.poll(health);
    const { info, pollFailure, node } = health;
    const why = health.isVerified
      ? chainFault(info?.chainId ?? '', this.#state.chainId)
      : (pollFailure ?? 'does not say which chain it is on');
    if (why !== undefined) throw new NodeFailure(node.label, why, { mayHaveArrived: false });
  }

  /**
   * A node's answer to get_info, before a client sees it: false when its head is below one that was shown before, by
   * this pool or by another replica.
   * @param elapsedMs since it was asked
   * @throws NodeFailure when the node is on another chain
   */
  async showInfo(node: UpstreamNode, info: ChainInfo, elapsedMs: number): Promise<boolean> {
    const health = this.#healthOf.get(node);
    if (health === undefined) throw new Error(`${node.label} is no node of ${this.network}`);
    return this.#state.showInfo(health, info, elapsedMs);
  }

  /** Number of the newest block that a node reported; undefined before it did. */
  headOf(node: UpstreamNode): number | undefined {
    return this.#healthOf.get(node)?.info?.headBlockNum;
  }

  #choose(
    tried: ReadonlySet<NodeHealth>,
    running: number,
    isOverdue: boolean,
    { needsCurrent = false, capability = 'chain' }: NodeRequest,
  ): NodeHealth | undefined {
    if (tried.size === 0) this.#hedging.budget.earn();
    const isSpare = running > 0 && !isOverdue;
    // Many requests may have become late at once since their timers were set.
    if (isSpare && !this.#hedging.budget.isLeft) return undefined;
    const wanted = { capability, allowsOld: !needsCurrent, isSpare };
    const chosen = chooseNode(this.#healths, tried, wanted, {
      headBlock: this.#state.consensus.headBlock,
      fraction: this.#fraction(),
      maxIndexBlocksBehind: this.options.limits.maxIndexBlocksBehind,
    });
    if (running > 0 && chosen !== undefined) {
      this.#hedging.budget.spend();
      this.options.metrics?.upstreamHedges.inc({ network: this.network });
    }
    return chosen;
  }

  #fraction(): number {
    return this.options.random(RANDOM_STEPS) / RANDOM_STEPS;
  }

  async #attempt<T>(
    health: NodeHealth,
    request: NodeRequest,
    ask: (node: UpstreamNode, signal: AbortSignal) => Promise<T>,
    bounds: AttemptBounds,
  ): Promise<T> {
    const { signal } = bounds;
    if (!health.isVerified) await this.#verify(health);
    const once = (): Promise<T> =>
      measured(health, () => ask(health.node, signal), bounds, this.#hedging.latencyOf(request.call));
    try {
      return await once();
    } catch (error) {
      // The node may have closed a kept-alive connection: the only one is asked again on a new one.
      const isOnly = this.#healths.length === 1;
      if (isOnly && error instanceof NodeFailure && error.canRepeatHere && !signal.aborted) return once();
      throw error;
    }
  }
}

/** Whether another try in a moment may end otherwise: not after an answer that stays the same. */
const mayPass = (failure: unknown): boolean =>
  failure instanceof NodeFailure && (!failure.isAnswer || failure.mayImprove);
