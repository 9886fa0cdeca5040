import { setTimeout as delay } from 'node:timers/promises';
import { ConsistentRead } from '@app/operations/core';
import { CALL_BOUNDS, type CallClass } from '../node/call-class';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure, UpstreamUnavailableError } from '../node/errors';
import type { NodeRequest } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import { isComparable, isOutOfUse } from './comparable';
import { chainFault } from './eligibility';
import { Hedging } from './hedging';
import { type AttemptBounds, measured } from './measured';
import type { NetworkState } from './network-state';
import type { NodeHealth } from './node-health';
import { type PoolOptions, randomFraction } from './pool-options';
import type { PoolPolls } from './pool-polls';
import { ConsistentNodes } from './consistent-nodes';
import { chooseNode, type Situation, wantedFor } from './selection';
import { AllFailedError, hedgedRequest } from './hedged-request';
import { servedHead } from './served-head';
import { stoodStill } from './stood-still';
import { TooLargeAnswers, tooLargeOnly, tooLargeOr } from './too-large-answers';
import { unavailableReasons } from './unavailable-reasons';
import { mayPass } from './may-pass';

/** Times that all nodes are tried: every one may have failed in the same moment. */
const ROUNDS = 2;
/** Random pause before all nodes are asked again: requests that failed together do not return together. */
const LONGEST_JITTER_MS = 200;

/** One attempt at a node. */
type Ask<T> = (node: UpstreamNode, signal: AbortSignal) => Promise<T>;

/** The requests to the nodes of one network: choice of a node, failover, hedges and deadlines. */
export class PoolRequests {
  readonly #hedging = new Hedging();
  /** Waits for the block of a call. */
  readonly consistency: ConsistentNodes;

  constructor(
    private readonly network: string,
    private readonly healths: readonly NodeHealth[],
    private readonly state: NetworkState,
    private readonly polls: PoolPolls,
    private readonly options: PoolOptions,
  ) {
    this.consistency = new ConsistentNodes(network, state, polls);
  }

  /**
   * Runs a request at one node, at the next one when it fails with NodeFailure or AnswerTooLargeError, beside it when it
   * is late; all of it once more when the process did not run meanwhile, so that the deadline passed unnoticed.
   * @throws UpstreamUnavailableError with the reason of each node; AnswerTooLargeError when more than half of the nodes in
   *   use answer so, or all that have it, or in the end one while no other one answers; BlockNotReachedError and
   *   ConsistencyRefusedError (see ConsistentNodes); every other error of `ask`
   */
  async run<T>(request: NodeRequest, ask: Ask<T>): Promise<T> {
    try {
      return await this.#runAgain(request, ask);
    } catch (error) {
      throw error instanceof UpstreamUnavailableError ? tooLargeOr(error) : error;
    }
  }

  async #runAgain<T>(request: NodeRequest, ask: Ask<T>): Promise<T> {
    const deadlineMs = this.deadlineMs(request.call);
    if (ConsistentRead.current !== undefined) await this.#waitForBlock(request, deadlineMs);
    const startedMs = performance.now();
    try {
      return await this.#runOnce(request, ask, deadlineMs);
    } catch (error) {
      const isOver = !(error instanceof UpstreamUnavailableError) || request.signal?.aborted === true;
      const leftMs = deadlineMs - (performance.now() - startedMs);
      const isRepeated = !isOver && leftMs > 0 && (await this.#isReachedElsewhere());
      if (!isRepeated && (isOver || !stoodStill(startedMs, deadlineMs))) throw error;
      this.polls.use();
      return await this.#runOnce(request, ask, isRepeated ? leftMs : deadlineMs);
    }
  }

  /**
   * Whether a node that answers its polls gets the block of the call in time, after the only ones that had it failed.
   * @param tooLarge those that answered with too much: they are none
   */
  async #isReachedElsewhere(tooLarge: readonly AnswerTooLargeError[] = []): Promise<boolean> {
    if (this.consistency.requiredBlock === 0) return false;
    const asked = new Set(tooLarge.map(({ node }) => node));
    const others = (): NodeHealth[] =>
      this.healths.filter((health) => isComparable(health) && !asked.has(health.node.label));
    if (asked.size > 0 && others().length === 0) return false;
    await this.consistency.looked();
    await this.consistency.reached((block) =>
      others().some((health) => servedHead(health, 'chain') >= block),
    );
    return true;
  }

  async #waitForBlock(request: NodeRequest, deadlineMs: number): Promise<void> {
    await this.polls.whenReady(request, deadlineMs);
    await this.consistency.reached((block) => {
      const wanted = { ...wantedFor(request), block, isSpare: false };
      return chooseNode(this.healths, new Set(), wanted, this.#situation()) !== undefined;
    });
  }

  async #runOnce<T>(request: NodeRequest, ask: Ask<T>, deadlineMs: number): Promise<T> {
    const startedMs = performance.now();
    await this.polls.whenReady(request, deadlineMs);
    const leftMs = (): number => deadlineMs - (performance.now() - startedMs);
    const failures: unknown[] = [];
    for (let round = 1; ; round += 1) {
      try {
        return await this.#race(request, ask, leftMs());
      } catch (error) {
        if (!(error instanceof AllFailedError)) throw error;
        const tooLarge = error.running === 0 ? tooLargeOnly(error.failures) : [];
        if (tooLarge[0] !== undefined && !(await this.#isReachedElsewhere(tooLarge))) throw tooLarge[0];
        failures.push(...error.failures);
      }
      const pauseMs = Math.ceil(randomFraction(this.options) * LONGEST_JITTER_MS);
      const isWorthIt =
        round < ROUNDS && leftMs() > pauseMs && failures.some((failure) => mayPass(failure, request));
      if (!isWorthIt || request.signal?.aborted === true) break;
      await delay(pauseMs);
    }
    const { maxIndexBlocksBehind } = this.options.limits;
    const bounds = { deadlineMs, maxIndexBlocksBehind };
    throw new UpstreamUnavailableError(
      this.network,
      unavailableReasons(this.healths, failures, request, bounds),
    );
  }

  /** The best node besides these whose answers may be compared with theirs; a late one where no other is left. */
  comparable(asked: Iterable<NodeHealth>, block = this.consistency.requiredBlock): NodeHealth | undefined {
    const left = this.healths.filter((health) => !isComparable(health));
    const wanted = { capability: 'chain', allowsOld: true, isSpare: false, block } as const;
    return chooseNode(this.healths, new Set([...asked, ...left]), wanted, this.#situation());
  }

  /** Waits until two nodes whose answers may be compared have the block of the call, where two are in use. */
  async waitForTwo(request: NodeRequest): Promise<void> {
    await this.polls.whenReady(request, this.deadlineMs(request.call));
    await this.consistency.reached((block) => {
      const first = this.comparable([], block);
      if (first === undefined) return false;
      if (this.comparable([first], block) !== undefined) return true;
      return this.healths.every((health) => health === first || isOutOfUse(health));
    });
  }

  /**
   * Notes the nodes that have the block of the call now.
   * @returns waits for the block at a further node whose answers may be compared with theirs; false where there is none
   */
  noteReached(): () => Promise<boolean> {
    const { requiredBlock } = this.consistency;
    const noted = this.healths.filter((health) => servedHead(health, 'chain') >= requiredBlock);
    const isServed = (block: number): boolean => this.comparable(noted, block) !== undefined;
    return async () => {
      if (requiredBlock === 0 || !isServed(0)) return false;
      await this.consistency.reached(isServed);
      return true;
    };
  }

  /** Milliseconds after which a request of this class is late. */
  lateAfterMs({ call }: NodeRequest): number {
    return this.#hedging.lateAfterMs(call, this.deadlineMs(call));
  }

  /** Milliseconds that a request of this class may take. */
  deadlineMs(call: CallClass): number {
    return this.options.deadlinesMs?.[call] ?? CALL_BOUNDS[call].deadlineMs;
  }

  /**
   * Runs a request at one comparable node besides these, at the next one when it fails, beside it when it is late.
   * Undefined where none answers in time, within the bound of its size.
   * @throws every error of `ask` but NodeFailure and AnswerTooLargeError
   */
  async runBeside<T>(
    request: NodeRequest,
    asked: readonly NodeHealth[],
    ask: Ask<T>,
    deadlineMs: number,
  ): Promise<T | undefined> {
    try {
      return await this.#race(request, ask, deadlineMs, (tried, running, isOverdue) => {
        // A further request beside one that is late costs as any hedge does.
        if (running > 0 && !isOverdue && !this.#hedging.budget.isLeft) return undefined;
        const chosen = this.comparable([...asked, ...tried]);
        if (running > 0 && chosen !== undefined) this.#countHedge();
        return chosen;
      });
    } catch (error) {
      if (error instanceof AllFailedError || error instanceof AnswerTooLargeError) return undefined;
      throw error;
    }
  }

  /** @throws NodeFailure when the node is on another chain, or does not say on which; nothing was sent yet */
  async verify(health: NodeHealth): Promise<void> {
    if (!health.isVerified) await this.polls.poll(health);
    const { info, pollFailure, node } = health;
    const why = health.isVerified
      ? chainFault(info?.chainId ?? '', this.state.chainId)
      : (pollFailure ?? 'does not say which chain it is on');
    if (why !== undefined) throw new NodeFailure(node.label, why, { mayHaveArrived: false });
  }

  async #race<T>(
    request: NodeRequest,
    ask: Ask<T>,
    deadlineMs: number,
    next = (tried: ReadonlySet<NodeHealth>, running: number, isOverdue: boolean) =>
      this.#choose(tried, running, isOverdue, request),
  ): Promise<T> {
    let tooLarge: TooLargeAnswers | undefined;
    const isFinal = (error: unknown, health: NodeHealth): boolean => {
      if (!(error instanceof AnswerTooLargeError)) return !(error instanceof NodeFailure);
      tooLarge ??= new TooLargeAnswers(this.healths, request.capability ?? 'chain');
      return tooLarge.add(health);
    };
    try {
      const result = await hedgedRequest<NodeHealth, T>({
        next,
        attempt: (health, signal) => this.#attempt(health, request, ask, { signal, deadlineMs }),
        isFinal,
        hedgeAfterMs: () =>
          this.healths.length < 2 ? undefined : this.#hedging.lateAfterMs(request.call, deadlineMs),
        overdueAfterMs: this.#hedging.overdueAfterMs(deadlineMs),
        deadlineMs,
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      });
      tooLarge?.recordOthers();
      return result;
    } catch (error) {
      if (error instanceof NodeAnswerError) tooLarge?.recordOthers();
      throw error;
    }
  }

  #choose(
    tried: ReadonlySet<NodeHealth>,
    running: number,
    isOverdue: boolean,
    request: NodeRequest,
  ): NodeHealth | undefined {
    if (tried.size === 0) this.#hedging.budget.earn();
    const isSpare = running > 0 && !isOverdue;
    // Many requests may have become late at once since their timers were set.
    if (isSpare && !this.#hedging.budget.isLeft) return undefined;
    const { requiredBlock: block } = this.consistency;
    const wanted = { ...wantedFor(request), block, isSpare };
    const chosen = chooseNode(this.healths, tried, wanted, this.#situation());
    if (running > 0 && chosen !== undefined) this.#countHedge();
    return chosen;
  }

  #countHedge(): void {
    this.#hedging.budget.spend();
    this.options.metrics?.upstreamHedges.inc({ network: this.network });
  }

  #situation(): Situation {
    const { headBlock, finalizedBlock } = this.state.consensus;
    return {
      headBlock,
      finalizedBlock,
      maxFinalityLag: 2 * this.options.limits.maxIrreversibleBehind,
      fraction: randomFraction(this.options),
      maxIndexBlocksBehind: this.options.limits.maxIndexBlocksBehind,
    };
  }

  async #attempt<T>(
    health: NodeHealth,
    request: NodeRequest,
    ask: Ask<T>,
    bounds: AttemptBounds,
  ): Promise<T> {
    const { signal } = bounds;
    if (!health.isVerified) await this.verify(health);
    const once = (): Promise<T> =>
      measured(health, () => ask(health.node, signal), {
        bounds,
        percentile: this.#hedging.latencyOf(request.call),
        counted: request.isOfClient === true ? 'not refused bytes' : 'all',
      });
    try {
      return await once();
    } catch (error) {
      // The node may have closed a kept-alive connection: the only one is asked again on a new one.
      const isOnly = this.healths.length === 1;
      if (isOnly && error instanceof NodeFailure && error.isBroken && !signal.aborted) return once();
      throw error;
    }
  }
}
