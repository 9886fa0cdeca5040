/** One attempt at one target. */
export type Attempt<Target, Result> = (target: Target, signal: AbortSignal) => Promise<Result>;

/** How a request is tried at several targets. */
export interface StaggeredOptions<Target, Result> {
  /**
   * The best target that was not tried yet; undefined when none is left.
   * @param running number of attempts beside which it is asked
   */
  readonly next: (tried: ReadonlySet<Target>, running: number) => Target | undefined;
  readonly attempt: Attempt<Target, Result>;
  /** Whether an error ends the request: any target would say the same. */
  readonly isFinal: (error: unknown) => boolean;
  /** Milliseconds after which the next target is asked beside one that has not answered; undefined: never. */
  readonly hedgeAfterMs: () => number | undefined;
  /** Ends the request. */
  readonly signal: AbortSignal;
}

/** No target answered; `failures` are those of the attempts in their order. */
export class AllFailedError extends Error {
  override readonly name = 'AllFailedError';

  constructor(readonly failures: readonly unknown[]) {
    super('all attempts failed');
  }
}

type Event<Result> =
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'late' }
  | { readonly kind: 'ended' };

/**
 * Asks one target, the next one when it fails, and the next one beside it when it is late. The first result wins and
 * ends the other attempts.
 * @throws a final error of an attempt; AllFailedError when no target is left or the signal is aborted
 */
export async function staggered<Target, Result>(options: StaggeredOptions<Target, Result>): Promise<Result> {
  const { next, attempt, isFinal, hedgeAfterMs, signal } = options;
  const tried = new Set<Target>();
  const failures: unknown[] = [];
  const others = new AbortController();
  const events = new EventQueue<Event<Result>>();
  let running = 0;

  const start = (): boolean => {
    const target = next(tried, running);
    if (target === undefined) return false;
    tried.add(target);
    running += 1;
    attempt(target, others.signal).then(
      (result) => events.push({ kind: 'result', result }),
      (error: unknown) => events.push({ kind: 'error', error }),
    );
    return true;
  };

  const onEnd = (): void => events.push({ kind: 'ended' });
  signal.addEventListener('abort', onEnd, { once: true });
  let timer: NodeJS.Timeout | undefined;
  const hedge = (): void => {
    clearTimeout(timer);
    const delayMs = hedgeAfterMs();
    if (delayMs !== undefined) timer = setTimeout(() => events.push({ kind: 'late' }), delayMs);
  };

  try {
    start();
    hedge();
    while (running > 0 && !signal.aborted) {
      const event = await events.next();
      if (event.kind === 'result') return event.result;
      if (event.kind === 'ended') break;
      if (event.kind === 'error') {
        running -= 1;
        if (isFinal(event.error)) throw event.error;
        failures.push(event.error);
        // A failed attempt is replaced at once; one that is late gets a second one beside it.
        if (running > 0) continue;
      }
      if (start()) hedge();
    }
    throw new AllFailedError(failures);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onEnd);
    others.abort();
  }
}

/** Events in the order in which they happened, for one reader. */
class EventQueue<Event> {
  readonly #events: Event[] = [];
  #wake: (() => void) | undefined;

  push(event: Event): void {
    this.#events.push(event);
    this.#wake?.();
  }

  async next(): Promise<Event> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) return event;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
