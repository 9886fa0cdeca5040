import { AsyncResource } from 'node:async_hooks';
import timers from 'node:timers/promises';
import type { Clock } from '@app/operations';

interface Timer {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

interface DelayOptions {
  readonly signal?: AbortSignal;
}

/** Timers of the process that are replaced, as they were. */
const REAL = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  now: performance.now.bind(performance),
  timeout: AbortSignal.timeout.bind(AbortSignal),
  delay: timers.setTimeout,
};

/**
 * Time that passes only when everything that can run has run: timers, delays, signals and `performance.now` of the whole
 * process follow it while it is installed. Nothing that runs may wait for input or output.
 */
export class VirtualTime {
  readonly #timers = new Set<Timer>();
  #nowMs = 0;
  #order = 0;

  /** A clock of one machine. @param startedMs of its wall clock */
  clock(startedMs: number): Clock {
    return { now: () => startedMs + Math.floor(this.#nowMs), monotonicMs: () => Math.floor(this.#nowMs) };
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Runs code at a time from now. @returns ends the wait */
  after(delayMs: number, code: () => void): () => void {
    // As of the timers of Node: code runs as a part of the call that set it.
    const run = AsyncResource.bind(code);
    const timer = { atMs: this.#nowMs + Math.max(0, delayMs), order: (this.#order += 1), run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  delay(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** Lets time pass until then. */
  async runUntil(untilMs: number): Promise<void> {
    for (;;) {
      await settled();
      const next = this.#next();
      if (next === undefined || next.atMs > untilMs) break;
      this.#timers.delete(next);
      this.#nowMs = next.atMs;
      next.run();
    }
    this.#nowMs = untilMs;
  }

  install(): void {
    const handle = (end: () => void): NodeJS.Timeout => {
      const timeout = { end, ref: () => timeout, unref: () => timeout };
      return timeout as unknown as NodeJS.Timeout;
    };
    globalThis.setTimeout = ((code: () => void, delayMs = 0) =>
      handle(this.after(delayMs, code))) as unknown as typeof setTimeout;
    globalThis.clearTimeout = ((timeout?: { end?: () => void }) =>
      timeout?.end?.()) as unknown as typeof clearTimeout;
    performance.now = () => this.#nowMs;
    AbortSignal.timeout = (delayMs) => {
      const controller = new AbortController();
      this.after(delayMs, () => {
        controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
      });
      return controller.signal;
    };
    timers.setTimeout = ((delayMs = 0, value?: unknown, { signal }: DelayOptions = {}) =>
      this.#delay(delayMs, value, signal)) as typeof timers.setTimeout;
  }

  uninstall(): void {
    globalThis.setTimeout = REAL.setTimeout;
    globalThis.clearTimeout = REAL.clearTimeout;
    performance.now = REAL.now;
    AbortSignal.timeout = REAL.timeout;
    timers.setTimeout = REAL.delay;
  }

  #delay<T>(delayMs: number, value: T, signal: AbortSignal | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = (): void => {
        reject(new DOMException('The operation was aborted', 'AbortError'));
      };
      if (signal?.aborted === true) return void fail();
      const end = this.after(delayMs, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve(value);
      });
      const onAbort = (): void => {
        end();
        fail();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers)
      if (
        next === undefined ||
        timer.atMs < next.atMs ||
        (timer.atMs === next.atMs && timer.order < next.order)
      )
        next = timer;
    return next;
  }
}

/** All promises that can settle have settled. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
