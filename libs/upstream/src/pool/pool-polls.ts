import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@app/operations/core';
import type { NodeRequest } from '../node/node-request';
import { CapabilityProbes } from './capability-probes';
import { headPoller } from './head-poller';
import type { ChainInfo } from '../node/info';
import { type Moment, momentNow, msSince } from './moment';
import type { NodeHealth } from './node-health';
import type { RepeatedTask } from './repeated-task';

/** A pool without requests for so long stops polling. */
const IDLE_MS = 60_000;
/** How long the first request waits for the heads of the other nodes. */
const COMPARE_MS = 250;

interface PollOptions {
  readonly clock: Clock;
  /** Interval of the polls of each node. */
  readonly pollMs: number;
  /** Nodes are polled anew before a request that comes so long after the last poll. */
  readonly maxInfoAgeMs: number;
  /** Called with the answer of a node to a poll before it is recorded. Must not reject. */
  readonly onAnswer: (health: NodeHealth, info: ChainInfo) => Promise<void>;
  /** Called after every poll of a node, as a part of it. Must not reject. */
  readonly onPolled: (health: NodeHealth) => Promise<void>;
}

/** The polls of the nodes of one network, and the probes of their capabilities. They run while the pool is used. */
export class PoolPolls {
  readonly #pollers = new Map<NodeHealth, RepeatedTask>();
  readonly #probes: CapabilityProbes;
  readonly #clock: Clock;
  readonly #maxInfoAgeMs: number;
  readonly #pollerOf: (health: NodeHealth) => RepeatedTask;
  #usedAtMs = 0;
  #polledAt: Moment;
  #isRunning = false;
  #ready: Promise<unknown> | undefined;

  constructor(
    healths: readonly NodeHealth[],
    { clock, pollMs, maxInfoAgeMs, onAnswer, onPolled }: PollOptions,
  ) {
    this.#clock = clock;
    this.#polledAt = momentNow(clock);
    this.#maxInfoAgeMs = maxInfoAgeMs;
    this.#pollerOf = (health) =>
      headPoller(health, pollMs, {
        onAnswer: (info) => onAnswer(health, info),
        onPolled: () => {
          this.#stopIfIdle();
          this.#polledAt = momentNow(clock);
          return onPolled(health);
        },
      });
    for (const health of healths) this.#pollers.set(health, this.#pollerOf(health));
    this.#probes = new CapabilityProbes(healths);
  }

  /** Polls these nodes, and no others: those that are new at once, where polls run. */
  follow(healths: readonly NodeHealth[]): void {
    for (const [health, poller] of this.#pollers) {
      if (healths.includes(health)) continue;
      poller.stop();
      this.#pollers.delete(health);
    }
    for (const health of healths) {
      if (this.#pollers.has(health)) continue;
      const poller = this.#pollerOf(health);
      this.#pollers.set(health, poller);
      if (this.#isRunning) poller.start();
    }
    this.#probes.follow(healths);
  }

  /** Starts the polls unless they run, and keeps them running. */
  use(): void {
    this.#usedAtMs = this.#clock.monotonicMs();
    const isLate = msSince(this.#clock, this.#polledAt) > this.#maxInfoAgeMs;
    // After the process stood still nodes are polled before they are judged, as at the start.
    if (this.#isRunning && isLate) this.#ready ??= this.#firstPolls();
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#ready = this.#firstPolls();
    for (const poller of this.#pollers.values()) poller.start();
  }

  stop(): void {
    this.#isRunning = false;
    for (const poller of this.#pollers.values()) poller.stop();
    this.#probes.stop();
  }

  /** Polls one node now. Never throws for errors of the node. */
  async poll(health: NodeHealth): Promise<void> {
    await this.#pollers.get(health)?.run();
  }

  /** Polls every node now. Never throws for errors of nodes. */
  async pollAll(): Promise<void> {
    await Promise.all([...this.#pollers.values()].map((poller) => poller.run()));
  }

  /** Waits for the first polls, and for the first probes of capabilities where the request needs them. */
  async whenReady({ capability = 'chain', signal }: NodeRequest, deadlineMs: number): Promise<void> {
    const probed = capability === 'chain' ? undefined : this.#probes.start();
    const ready = this.#ready;
    if (ready === undefined && probed === undefined) return;
    const end = new AbortController();
    const onAbort = (): void => {
      end.abort();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const late = delay(deadlineMs, undefined, { signal: end.signal }).catch(() => undefined);
    const all = Promise.all([ready, probed]).then(() => {
      if (this.#ready === ready) this.#ready = undefined;
    });
    await Promise.race([all, late]);
    signal?.removeEventListener('abort', onAbort);
    end.abort();
  }

  /** Resolves once all nodes are polled, or shortly after the first one is fit: the others may show that it is behind. */
  async #firstPolls(): Promise<void> {
    const polls = [...this.#pollers].map(async ([health, poller]) => {
      await poller.run();
      if (health.fitness.kind !== 'fit') throw new Error('the node is not fit');
    });
    const fit = Promise.any(polls).then(() => delay(COMPARE_MS, undefined, { ref: false }));
    await Promise.race([Promise.allSettled(polls), fit.catch(() => Promise.allSettled(polls))]);
  }

  #stopIfIdle(): void {
    if (this.#isRunning && this.#clock.monotonicMs() - this.#usedAtMs > IDLE_MS) this.stop();
  }
}
