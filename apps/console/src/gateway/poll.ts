import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { pollDelay, withPoll } from './poll-budget';
import { limitedUntil } from './request';

/** The last answer, and what went wrong after it. */
export interface Polled<T> {
  readonly answer?: T;
  /** When the answer came; milliseconds since 1970. */
  readonly at?: number;
  readonly error?: Error;
  /** Milliseconds between two polls; 0 where no further one follows. */
  readonly everyMs: number;
}

/** The state of a poll. `ask` asks now, and continues by the interval of the state, which a stream may change. */
export interface Polling<T> extends Signal<Polled<T>> {
  ask?: () => void;
}

let sentAt: readonly number[] = [];

/**
 * The answer of `load`, asked for again every `everyMs` while the page is visible; 0: once. No more once `isFinal` of an
 * answer. All polls of the page share one budget, and wait as long as the gateway asks for. `key` says what is loaded:
 * another one begins anew.
 */
export function usePoll<T>(
  key: string,
  everyMs: number,
  load: () => Promise<T>,
  isFinal: (answer: T) => boolean = () => false,
): Polling<T> {
  const state: Polling<T> = useMemo(() => signal<Polled<T>>({ everyMs }), [key]);
  useEffect(() => {
    const poll = new Poll(state, load, isFinal);
    state.ask = poll.ask;
    poll.start();
    return () => {
      poll.stop();
    };
  }, [state]);
  return state;
}

class Poll<T> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  #failures = 0;
  #isFirst = true;
  #isDone = false;
  #isLoading = false;
  #isDue = false;

  constructor(
    private readonly state: Signal<Polled<T>>,
    private readonly load: () => Promise<T>,
    private readonly isFinal: (answer: T) => boolean,
  ) {}

  start(): void {
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#next(0);
  }

  /** An answer that is on its way may be older than the reason to ask: it is asked again after it. */
  readonly ask = (): void => {
    this.#isDone = false;
    this.#isDue = this.#isLoading;
    if (!this.#isLoading) this.#next(0);
  };

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    document.removeEventListener('visibilitychange', this.#onVisibility);
  }

  readonly #onVisibility = (): void => {
    if (!document.hidden && this.#timer === undefined && !this.#isLoading && !this.#isDone) this.#next(0);
  };

  #next(afterMs: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!document.hidden) void this.#ask();
    }, afterMs);
  }

  async #ask(): Promise<void> {
    const now = Date.now();
    // A view that is opened asks at once: the budget is for a page that is left open.
    const budget = this.#isFirst ? 0 : pollDelay(sentAt, now);
    const wait = Math.max(limitedUntil.value - now, budget);
    if (wait > 0) {
      this.#next(wait);
      return;
    }
    sentAt = withPoll(sentAt, now);
    this.#isFirst = false;
    this.#isLoading = true;
    await this.#load();
    this.#isLoading = false;
    if (this.#isDue) this.ask();
    else if (!this.#isDone)
      this.#next(Math.max(this.state.value.everyMs, 2_000) * 2 ** Math.min(this.#failures, 4));
  }

  async #load(): Promise<void> {
    const { answer: before } = this.state.value;
    try {
      const answer = await this.load();
      this.#failures = 0;
      const { answer: now, everyMs } = this.state.value;
      this.#isDone = everyMs === 0 || this.isFinal(answer);
      // Not over one that a stream brought meanwhile.
      if (!this.#isStopped && now === before)
        this.state.value = { answer, at: Date.now(), everyMs: this.#isDone ? 0 : everyMs };
    } catch (error) {
      this.#failures++;
      if (!this.#isStopped) this.state.value = { ...this.state.value, error: error as Error };
    }
  }
}
