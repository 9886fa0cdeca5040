import type { NodeConfig } from '@app/networks/node-config';
import type { Clock } from '@app/operations/core';
import type { ChainInfo } from '../node/info';
import type { UpstreamNode } from '../node/upstream-node';
import { CircuitBreaker } from './circuit-breaker';
import { COMPARABLE_MS } from './consensus';
import { CORDONED, type Fitness } from './eligibility';
import { NodeAbilities } from './node-abilities';
import { AverageLatency } from './latency';
import { LiarRest } from './liar-rest';
import type { LinkedBlock } from './linked-block';
import { type Moment, momentNow, msSince } from './moment';
import type { NodeFacts } from './node-facts';
import { RequestBudget } from './request-budget';

/** Requests that run at one node at once; more go to another node. */
const MAX_IN_FLIGHT = 64;
/** Latency of a node that was not measured yet. */
const ASSUMED_MS = 20;
/** Requests in a row that were given up because another node answered them. */
const LATE_TO_REST = 3;
/** Answers since the last poll that were too large where those of other nodes were not. */
const EXCESS_TO_REST = 3;
/** A node that asks for a longer pause is asked again after this time: others may be worse. */
const MAX_BUSY_MS = 60_000;
/** Hyperion 3 gives Retry-After in milliseconds; no server means a pause of more than an hour. */
const LONGEST_RETRY_AFTER_SECONDS = 3_600;
/** Irreversible blocks whose ids are remembered: nodes that are polled in turn report the same number in the end. */
const MAX_IRREVERSIBLE_IDS = 64;

/** State of one node as this process sees it: its head, how fast it is, whether it should rest. */
export class NodeHealth {
  readonly breaker: CircuitBreaker;
  readonly abilities: NodeAbilities;
  /** As of the last poll of any node, without reasons to rest. */
  judged: Fitness = { kind: 'unknown', why: 'not asked yet' };
  /** Number of an irreversible block of the other nodes that it has with another id. */
  forkedAt: number | undefined;
  /** Newest block of it whose headers are linked to a block of the other nodes. */
  linked: LinkedBlock | undefined;
  /** It states a head that the chain cannot have yet. */
  isEarly = false;
  /** An operator took it out of service. */
  isCordoned = false;
  readonly #latency = new AverageLatency();
  #budget: RequestBudget;
  #inFlight = 0;
  #info: ChainInfo | undefined;
  #infoAt: Moment;
  #irreversibleAtMs = 0;
  #hasFinalized = false;
  readonly #irreversibleIds = new Map<number, string>();
  #isAnswering = false;
  #pollFailure: string | undefined;
  #busyUntilMs = 0;
  #isVerified = false;
  #answeredAtMs = -Infinity;
  #late = 0;
  #excess = 0;

  constructor(
    readonly node: UpstreamNode,
    private readonly clock: Clock,
    fraction: () => number,
    readonly liarRest = new LiarRest(clock),
  ) {
    this.#infoAt = momentNow(clock);
    this.breaker = new CircuitBreaker(clock, fraction);
    this.abilities = new NodeAbilities(node.configured);
    this.#budget = new RequestBudget(clock, node.requestsPerSecond);
  }

  /** Takes over what is configured of the node besides its URL and capabilities; what was measured of it stays. */
  configure(config: NodeConfig): void {
    const before = this.node.requestsPerSecond;
    this.node.configure(config);
    const { requestsPerSecond } = this.node;
    if (requestsPerSecond !== before) this.#budget = new RequestBudget(this.clock, requestsPerSecond);
  }

  get info(): ChainInfo | undefined {
    return this.#info;
  }

  /** Whether it is known which chain it is on: read since its connection last failed. */
  get isVerified(): boolean {
    return this.#isVerified;
  }

  get pollFailure(): string | undefined {
    return this.#pollFailure;
  }

  /** Milliseconds since it answered anything, refusals included; Infinity: it never did. */
  get silentMs(): number {
    return this.clock.monotonicMs() - this.#answeredAtMs;
  }

  /** The lower, the better: how long a further request would take here, roughly, divided by the weight of the node. */
  get score(): number {
    return ((this.#latency.ms ?? ASSUMED_MS) * (this.#inFlight + 1)) / this.node.weight;
  }

  /** As judged, and reasons to rest as of now. */
  get fitness(): Fitness {
    const { judged } = this;
    if (this.isCordoned) return CORDONED;
    if (this.liarRest.isCoolingDown) return { kind: 'unfit', why: this.liarRest.why };
    if (judged.kind !== 'fit' && judged.kind !== 'old') return judged;
    const why = this.pauseReason;
    return why === undefined ? judged : { kind: 'suspect', why };
  }

  /** Milliseconds since it reported its head. */
  get infoAgeMs(): number {
    return msSince(this.clock, this.#infoAt);
  }

  /** Milliseconds since it reported another irreversible block than before. */
  get finalizingMs(): number {
    return this.clock.monotonicMs() - this.#irreversibleAtMs;
  }

  facts(): NodeFacts {
    const { infoAgeMs, forkedAt, linked, pauseReason, finalizingMs, isCordoned } = this;
    return {
      isCordoned,
      info: this.#info,
      infoAgeMs,
      pollFailure: this.#pollFailure,
      isAnswering: this.#isAnswering && infoAgeMs <= COMPARABLE_MS,
      irreversibleIds: this.#irreversibleIds,
      finalizingMs,
      pauseReason,
      forkedAt,
      linked,
      hasFinalized: this.#hasFinalized,
    };
  }

  /** @param waitedMs since it answered */
  recordPoll(info: ChainInfo, elapsedMs: number, waitedMs = 0): void {
    this.recordInfo(info, elapsedMs + waitedMs);
    this.#budget.spend();
    this.#pollFailure = undefined;
    this.#isVerified = true;
    this.#late = 0;
    this.#excess = 0;
    this.#latency.observe(elapsedMs);
  }

  /**
   * It answered get_info. Of two answers whose requests ran at the same time the higher head is the newer one: they may
   * be read in any order, and the head would fall.
   * @param elapsedMs since it was asked
   */
  recordInfo(info: ChainInfo, elapsedMs: number): void {
    const nowMs = this.clock.monotonicMs();
    this.#answeredAtMs = nowMs;
    const isOverlapping = nowMs - elapsedMs < this.#infoAt.monotonicMs;
    if (isOverlapping && this.#info !== undefined && info.headBlockNum < this.#info.headBlockNum) return;
    this.#infoAt = momentNow(this.clock);
    const { lastIrreversibleBlockNum: known = 0 } = this.#info ?? {};
    // It was restored from an older state: its later blocks are others.
    if (info.lastIrreversibleBlockNum < known) this.#irreversibleIds.clear();
    if (info.lastIrreversibleBlockNum !== this.#info?.lastIrreversibleBlockNum) {
      this.#irreversibleAtMs = nowMs;
      this.#hasFinalized = this.#info !== undefined;
    }
    this.#info = info;
    this.#isAnswering = true;
    this.#rememberIrreversible(info);
  }

  recordPollFailure(why: string): void {
    this.#budget.spend();
    this.#pollFailure = why;
    this.#isAnswering = false;
  }

  /** Its newest word for a number counts. */
  #rememberIrreversible({ lastIrreversibleBlockNum: number, lastIrreversibleBlockId: id }: ChainInfo): void {
    const ids = this.#irreversibleIds;
    ids.delete(number);
    ids.set(number, id);
    const [oldest] = ids.keys();
    if (ids.size > MAX_IRREVERSIBLE_IDS && oldest !== undefined) ids.delete(oldest);
  }

  /** A request is sent; exactly one of the five records below follows. */
  begin(): void {
    this.#inFlight += 1;
    this.#budget.spend();
    this.breaker.begin();
  }

  /** It answered: a refusal is an answer. */
  recordAnswer(elapsedMs: number): void {
    this.#inFlight -= 1;
    this.#answeredAtMs = this.clock.monotonicMs();
    this.#late = 0;
    this.#latency.observe(elapsedMs);
    this.breaker.recordSuccess();
  }

  recordFailure(elapsedMs: number): void {
    this.#inFlight -= 1;
    this.#latency.observeAtLeast(elapsedMs);
    this.#isVerified = false;
    this.breaker.recordFailure();
  }

  /**
   * Its answer was too large: that may be the true one, which clients can ask for, so that it neither opens nor closes the
   * circuit.
   */
  recordTooLarge(elapsedMs: number): void {
    this.#inFlight -= 1;
    this.#latency.observeAtLeast(elapsedMs);
    this.breaker.recordNothing();
  }

  /**
   * Another node answered within the bound where this one answered with too much. It opens no circuit: of honest nodes the
   * faster one puts more rows into a page, and clients choose the page.
   */
  recordExcess(): void {
    this.#excess += 1;
  }

  /** It ended without a word on the node. */
  recordNothing(): void {
    this.#inFlight -= 1;
    this.breaker.recordNothing();
  }

  /** Another node was faster. */
  recordGivenUp(elapsedMs: number): void {
    this.#inFlight -= 1;
    this.#late += 1;
    this.#latency.observeAtLeast(elapsedMs);
    this.breaker.recordNothing();
  }

  /** It asks for a pause: its own rate limit is used up. @param retryAfter value of the header, where there is one */
  recordBusy(retryAfter: string | undefined): void {
    const value = Number(retryAfter ?? 1);
    const seconds = value > LONGEST_RETRY_AFTER_SECONDS ? value / 1_000 : value;
    const pauseMs = Number.isFinite(seconds) ? Math.min(MAX_BUSY_MS, Math.max(0, seconds * 1_000)) : 1_000;
    this.#busyUntilMs = this.clock.monotonicMs() + pauseMs;
  }

  /** Why it should rest now. */
  get pauseReason(): string | undefined {
    if (this.#busyUntilMs > 0 && this.clock.monotonicMs() < this.#busyUntilMs)
      return 'limits the rate of its requests';
    if (!this.breaker.allows) return 'failed repeatedly';
    if (this.#budget.isSpent) return 'has used up its requests per second';
    // Until its next poll: a node that hangs is not asked by every request in turn.
    if (this.#late >= LATE_TO_REST) return 'answers later than other nodes';
    if (this.#excess >= EXCESS_TO_REST) return 'answers with too much where other nodes do not';
    return this.#inFlight >= MAX_IN_FLIGHT ? 'has too many requests' : undefined;
  }
}
