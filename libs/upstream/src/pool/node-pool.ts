import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Metrics, RandomBelow } from '@app/operations';
import { CALL_BOUNDS, type CallClass } from '../node/call-class';
import { NodeFailure, UpstreamUnavailableError } from '../node/errors';
import type { NodeRequest, UpstreamNode } from '../node/upstream-node';
import {
  chainFault,
  type Consensus,
  consensusOf,
  type EligibilityLimits,
  type Fitness,
  fitnessOf,
} from './eligibility';
import { HeadPoller } from './head-poller';
import { HedgeBudget } from './hedge-budget';
import { LatencyPercentile } from './latency';
import { NodeHealth } from './node-health';
import { AllFailedError, staggered } from './staggered';

/** Settings of a pool. */
export interface PoolOptions {
  readonly clock: Clock;
  readonly random: RandomBelow;
  readonly metrics?: Metrics;
  readonly limits: EligibilityLimits;
  /** Interval of the polls of each node while the pool is in use. */
  readonly pollMs: number;
  readonly deadlinesMs?: Partial<Record<CallClass, number>>;
  /** Chain that the nodes must be on; undefined: that of the first node that answers. */
  readonly chainId: string | undefined;
}

/** Head and last irreversible block of the network. */
export interface ChainPosition {
  readonly headBlock: number;
  /** Irreversible at every node that may serve. */
  readonly irreversibleBlock: number;
}

/** One node for operators. */
export interface NodeStatus {
  /** Its label. */
  readonly node: string;
  readonly fitness: Fitness;
  readonly headBlock: number | null;
  readonly headTimeMs: number | null;
  readonly circuit: 'closed' | 'open' | 'half open';
}

/** A pool without requests for so long stops polling. */
const IDLE_MS = 60_000;
/** How long the first request waits for the heads of the other nodes. */
const COMPARE_MS = 250;
/** After this share of its time a request is late at any node. */
const LATEST_HEDGE_SHARE = 1 / 3;
/** Hedging sooner would double the load of fast nodes. */
const EARLIEST_HEDGE_MS = 10;
/** Until enough requests are measured. */
const FIRST_HEDGE_MS = 250;
/** A request that was ended after this share of its time was hanging, not slower than another one. */
const HANGING_SHARE = 0.9;
const RANDOM_STEPS = 1 << 20;
/** Nodes that may fail, and cannot serve anything wrong. */
const LAST_RESORT = new Set<Fitness['kind']>(['suspect', 'unknown']);

/**
 * The nodes of one network. A request goes to a fit node: the faster one of two taken at random; to another one when that
 * fails, and to another one beside it when it is late. Nodes on another chain or fork, or behind, are never asked.
 */
export class NodePool {
  readonly #healths: readonly NodeHealth[];
  readonly #pollers: readonly HeadPoller[];
  readonly #hedges = new HedgeBudget();
  readonly #percentiles = new Map<CallClass, LatencyPercentile>();
  readonly #listeners = new Set<() => void>();
  #chainId: string | undefined;
  #consensus: Consensus;
  #fitness = new Map<NodeHealth, Fitness>();
  #usedAtMs = 0;
  #isRunning = false;
  #ready: Promise<void> | undefined;

  constructor(
    readonly network: string,
    nodes: readonly UpstreamNode[],
    private readonly options: PoolOptions,
  ) {
    const fraction = (): number => options.random(RANDOM_STEPS) / RANDOM_STEPS;
    this.#chainId = options.chainId;
    this.#healths = nodes.map((node) => new NodeHealth(node, options.clock, fraction));
    this.#pollers = this.#healths.map(
      (health) => new HeadPoller(health, options.pollMs, () => this.#onPolled(health)),
    );
    this.#consensus = consensusOf([], this.#chainId, 0, options.limits);
  }

  /** The chain's id; undefined until a first node answered where none is configured. */
  get chainId(): string | undefined {
    return this.#chainId;
  }

  position(): ChainPosition {
    const fit = this.#healths.filter((health) => this.#fitnessOf(health).kind === 'fit');
    const irreversible = fit.map(({ info }) => info?.lastIrreversibleBlockNum ?? 0);
    return {
      headBlock: this.#consensus.headBlock,
      irreversibleBlock: irreversible.length === 0 ? 0 : Math.min(...irreversible),
    };
  }

  /** Called whenever the head of the network rises. */
  onHead(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** All nodes, the fittest first. */
  nodes(): readonly UpstreamNode[] {
    const rank = { fit: 0, old: 1, unknown: 2, suspect: 3, unfit: 4 };
    return this.#healths
      .map((health) => ({ node: health.node, rank: rank[this.#fitnessOf(health).kind] }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ node }) => node);
  }

  /** Whether a node is known to be behind the others, or on another chain or fork: it may not know newer blocks. */
  isBehind(node: UpstreamNode): boolean {
    return this.#healths.some((health) => health.node === node && this.#fitnessOf(health).kind === 'unfit');
  }

  status(): NodeStatus[] {
    return this.#healths.map((health) => ({
      node: health.node.label,
      fitness: this.#fitnessOf(health),
      headBlock: health.info?.headBlockNum ?? null,
      headTimeMs: health.info?.headBlockTimeMs ?? null,
      circuit: health.breaker.state,
    }));
  }

  /** Polls every node now. Never throws for errors of nodes. */
  async refresh(): Promise<void> {
    await Promise.all(this.#pollers.map((poller) => poller.poll()));
  }

  /**
   * Runs a request at one node, at the next one when it fails with NodeFailure, beside it when it is late.
   * @throws UpstreamUnavailableError with the reason of each node; every other error of `ask`
   */
  async run<T>(
    request: NodeRequest,
    ask: (node: UpstreamNode, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.#use();
    const deadlineMs = this.options.deadlinesMs?.[request.call] ?? CALL_BOUNDS[request.call].deadlineMs;
    const end = new AbortController();
    const timer = setTimeout(() => {
      end.abort();
    }, deadlineMs);
    const onAbort = (): void => {
      end.abort();
    };
    request.signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await this.#whenReady(end.signal);
      return await staggered<NodeHealth, T>({
        next: (tried, running) => this.#choose(tried, running, request),
        attempt: (health, signal) => this.#attempt(health, request, ask, { signal, deadlineMs }),
        isFinal: (error) => !(error instanceof NodeFailure),
        hedgeAfterMs: () => this.#hedgeAfterMs(request.call, deadlineMs),
        signal: end.signal,
      });
    } catch (error) {
      if (!(error instanceof AllFailedError)) throw error;
      throw new UpstreamUnavailableError(this.network, this.#reasons(error.failures, request, deadlineMs));
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', onAbort);
    }
  }

  /**
   * Runs a request at one node, which must be on the network's chain.
   * @throws NodeFailure when it is not, or cannot be asked; the errors of `ask`
   */
  async runAt<T>(node: UpstreamNode, ask: () => Promise<T>): Promise<T> {
    this.#use();
    const index = this.#healths.findIndex((one) => one.node === node);
    const health = this.#healths[index];
    if (health === undefined) throw new Error(`${node.label} is no node of ${this.network}`);
    await this.#verify(health);
    return this.#measured(health, ask);
  }

  close(): void {
    this.#isRunning = false;
    for (const poller of this.#pollers) poller.stop();
  }

  /** A node asks for a pause. */
  recordBusy(node: UpstreamNode, retryAfter: string | undefined): void {
    this.#healths.find((one) => one.node === node)?.recordBusy(retryAfter);
  }

  /** Polls run only while the pool is used. */
  #use(): void {
    this.#usedAtMs = this.options.clock.monotonicMs();
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#ready = this.#firstPolls();
    for (const poller of this.#pollers) poller.start();
  }

  /** Resolves once all nodes are polled, or shortly after the first one is fit: the others may show that it is behind. */
  async #firstPolls(): Promise<void> {
    const polls = this.#pollers.map(async (poller) => {
      await poller.poll();
      if (!this.#healths.some((health) => this.#fitnessOf(health).kind === 'fit'))
        throw new Error('no node is fit');
    });
    const fit = Promise.any(polls).then(() => delay(COMPARE_MS, undefined, { ref: false }));
    await Promise.race([Promise.allSettled(polls), fit.catch(() => Promise.allSettled(polls))]);
  }

  async #whenReady(signal: AbortSignal): Promise<void> {
    const ready = this.#ready;
    if (ready === undefined) return;
    await Promise.race([
      ready,
      new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
    ]);
    if (this.#ready === ready && !signal.aborted) this.#ready = undefined;
  }

  /** @throws NodeFailure when the node is on another chain, or does not say on which; nothing was sent yet */
  async #verify(health: NodeHealth): Promise<void> {
    if (!health.isVerified) await this.#pollers[this.#healths.indexOf(health)]?.poll();
    const { info, pollFailure, node } = health;
    const why = health.isVerified
      ? chainFault(info?.chainId ?? '', this.#chainId)
      : (pollFailure ?? 'does not say which chain it is on');
    if (why !== undefined) throw new NodeFailure(node.label, why, { mayHaveArrived: false });
  }

  #onPolled(health: NodeHealth): void {
    if (this.#isRunning && this.options.clock.monotonicMs() - this.#usedAtMs > IDLE_MS) this.close();
    this.#chainId ??= health.info?.chainId;
    const before = this.#consensus.headBlock;
    this.#judge();
    if (this.#consensus.headBlock > before) for (const listener of this.#listeners) listener();
  }

  #judge(): void {
    const now = this.options.clock.now();
    const { limits } = this.options;
    const facts = this.#healths.map((health) => health.facts());
    this.#consensus = consensusOf(facts, this.#chainId, now, limits);
    this.#fitness = new Map(
      this.#healths.map((health, index) => {
        const known = facts[index] ?? health.facts();
        return [health, fitnessOf({ ...known, pauseReason: undefined }, this.#consensus, now, limits)];
      }),
    );
    for (const [health, { kind }] of this.#fitness)
      this.options.metrics?.nodeFit.set(
        { network: this.network, node: health.node.label },
        kind === 'fit' ? 1 : 0,
      );
  }

  /** As of the last poll; reasons to rest as of now. */
  #fitnessOf(health: NodeHealth): Fitness {
    const fitness = this.#fitness.get(health) ?? { kind: 'unknown', why: 'not asked yet' };
    if (fitness.kind !== 'fit' && fitness.kind !== 'old') return fitness;
    const { pauseReason } = health.facts();
    return pauseReason === undefined ? fitness : { kind: 'suspect', why: pauseReason };
  }

  #choose(
    tried: ReadonlySet<NodeHealth>,
    running: number,
    { needsCurrent = false }: NodeRequest,
  ): NodeHealth | undefined {
    if (tried.size === 0) this.#hedges.earn();
    const left = this.#healths.filter((health) => !tried.has(health));
    const chosen = this.#bestOf(left, needsCurrent ? ['fit'] : ['fit', 'old']);
    if (running > 0 && chosen !== undefined) {
      this.#hedges.spend();
      this.options.metrics?.upstreamHedges.inc({ network: this.network });
    }
    return chosen;
  }

  #bestOf(left: readonly NodeHealth[], usable: readonly Fitness['kind'][]): NodeHealth | undefined {
    const fit = left.filter((health) => usable.includes(this.#fitnessOf(health).kind));
    if (fit.length > 1) return this.#betterOfTwo(fit);
    return fit[0] ?? left.find((health) => LAST_RESORT.has(this.#fitnessOf(health).kind));
  }

  #betterOfTwo(healths: readonly NodeHealth[]): NodeHealth | undefined {
    const first = this.options.random(healths.length);
    const other = (first + 1 + this.options.random(healths.length - 1)) % healths.length;
    const [one, two] = [healths[first], healths[other]];
    if (one === undefined || two === undefined) return one ?? two;
    return one.score <= two.score ? one : two;
  }

  async #attempt<T>(
    health: NodeHealth,
    request: NodeRequest,
    ask: (node: UpstreamNode, signal: AbortSignal) => Promise<T>,
    bounds: { readonly signal: AbortSignal; readonly deadlineMs: number },
  ): Promise<T> {
    const { signal } = bounds;
    await this.#verify(health);
    const once = (): Promise<T> =>
      this.#measured(health, () => ask(health.node, signal), bounds, this.#percentile(request.call));
    try {
      return await once();
    } catch (error) {
      // The node may have closed a kept-alive connection: it is asked once more on a new one.
      if (error instanceof NodeFailure && error.canRepeatHere && !signal.aborted) return once();
      throw error;
    }
  }

  async #measured<T>(
    health: NodeHealth,
    ask: () => Promise<T>,
    bounds?: { readonly signal: AbortSignal; readonly deadlineMs: number },
    percentile?: LatencyPercentile,
  ): Promise<T> {
    const startedMs = performance.now();
    health.begin();
    try {
      const result = await ask();
      const elapsedMs = performance.now() - startedMs;
      health.recordAnswer(elapsedMs);
      percentile?.observe(elapsedMs);
      return result;
    } catch (error) {
      const elapsedMs = performance.now() - startedMs;
      const isGivenUp = bounds?.signal.aborted === true && elapsedMs < bounds.deadlineMs * HANGING_SHARE;
      if (isGivenUp) health.recordGivenUp(elapsedMs);
      else if (error instanceof NodeFailure && !error.isAnswer) health.recordFailure(elapsedMs);
      else health.recordAnswer(elapsedMs);
      throw error;
    }
  }

  #hedgeAfterMs(call: CallClass, deadlineMs: number): number | undefined {
    if (this.#healths.length < 2) return undefined;
    const latestMs = deadlineMs * LATEST_HEDGE_SHARE;
    if (!this.#hedges.isLeft) return latestMs;
    const p95Ms = this.#percentile(call).p95Ms ?? FIRST_HEDGE_MS;
    return Math.min(latestMs, Math.max(EARLIEST_HEDGE_MS, p95Ms));
  }

  #percentile(call: CallClass): LatencyPercentile {
    const known = this.#percentiles.get(call);
    if (known !== undefined) return known;
    const percentile = new LatencyPercentile();
    this.#percentiles.set(call, percentile);
    return percentile;
  }

  /** Why no node answered: the failures of those that were asked, and the faults of those that were not. */
  #reasons(failures: readonly unknown[], { needsCurrent }: NodeRequest, deadlineMs: number): NodeFailure[] {
    const asked = failures.filter((failure) => failure instanceof NodeFailure);
    const unfit = this.#healths.flatMap((health) => {
      const { kind, why } = this.#fitnessOf(health);
      return kind === 'unfit' || (kind === 'old' && needsCurrent === true)
        ? [new NodeFailure(health.node.label, why, { mayHaveArrived: false })]
        : [];
    });
    const reasons = [...asked, ...unfit];
    if (reasons.length > 0) return reasons;
    return [new NodeFailure('all nodes', `no answer within ${deadlineMs} ms`, { mayHaveArrived: true })];
  }
}
