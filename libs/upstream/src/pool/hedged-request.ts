/** One attempt at one target. */
export type Attempt<Target, Result> = (target: Target, signal: AbortSignal) => Promise<Result>;

/** How a request is tried at several targets. */
export interface HedgedRequestOptions<Target, Result> {
  /**
   * The best target that was not tried yet; undefined when none is left that is worth it.
   * @param running number of attempts beside which it is asked
   * @param isOverdue whether `overdueAfterMs` have passed
   */
  readonly next: (tried: ReadonlySet<Target>, running: number, isOverdue: boolean) => Target | undefined;
  readonly attempt: Attempt<Target, Result>;
  /** Whether an error of a target ends the request: every target would give the same one. */
  readonly isFinal: (error: unknown, target: Target) => boolean;
  /** Milliseconds after which the next target is asked beside one that has not answered; undefined: never. */
  readonly hedgeAfterMs: () => number | undefined;
  /** Milliseconds after which a target is asked that was not worth it before; default: never. */
  readonly overdueAfterMs?: number;
  /** Milliseconds after which the request ends. */
  readonly deadlineMs: number;
  /** Ends the request before. */
  readonly signal?: AbortSignal;
}

/** No target answered. */
export class AllFailedError extends Error {
  override readonly name = 'AllFailedError';

  /**
   * @param failures of the attempts in their order
   * @param running number of attempts that had not ended when the time was over
   */
  constructor(
    readonly failures: readonly unknown[],
    readonly running: number,
  ) {
    super('all attempts failed');
  }
}

/**
 * Asks one target, the next one when it fails, and the next one beside it when it is late. The first result wins and
 * ends the other attempts.
 * @throws a final error of an attempt; AllFailedError when no target is left, or at the end of the time
 */
export function hedgedRequest<Target, Result>(
  options: HedgedRequestOptions<Target, Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    new Race(options, resolve, reject).begin();
  });
}

/** One timer serves for the next attempt and for the end: most requests need neither. */
class Race<Target, Result> {
  readonly #tried = new Set<Target>();
  readonly #failures: unknown[] = [];
  readonly #attempts = new AbortController();
  readonly #endsAtMs: number;
  readonly #overdueAtMs: number;
  readonly #end = (): void => {
    this.#fail(new AllFailedError(this.#failures, this.#running));
  };
  #running = 0;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: HedgedRequestOptions<Target, Result>,
    private readonly resolve: (result: Result) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    const nowMs = performance.now();
    this.#endsAtMs = nowMs + options.deadlineMs;
    this.#overdueAtMs = nowMs + (options.overdueAfterMs ?? Infinity);
  }

  begin(): void {
    const { signal } = this.options;
    signal?.addEventListener('abort', this.#end, { once: true });
    if (signal?.aborted === true || !this.#start()) this.#end();
    else this.#wait(this.options.hedgeAfterMs());
  }

  #start(): boolean {
    const target = this.options.next(this.#tried, this.#running, this.#msUntilOverdue() === 0);
    if (target === undefined) return false;
    this.#tried.add(target);
    this.#running += 1;
    this.options.attempt(target, this.#attempts.signal).then(
      (result) => {
        this.#running -= 1;
        if (this.#isOver) return;
        this.#finish();
        this.resolve(result);
      },
      (error: unknown) => {
        this.#running -= 1;
        if (!this.#isOver) this.#onFailure(error, target);
      },
    );
    return true;
  }

  #onFailure(error: unknown, target: Target): void {
    if (this.options.isFinal(error, target)) {
      this.#fail(error);
      return;
    }
    this.#failures.push(error);
    if (this.#start()) this.#wait(this.options.hedgeAfterMs());
    else if (this.#running === 0) this.#end();
  }

  #onLate(): void {
    if (this.#start()) this.#wait(this.options.hedgeAfterMs());
    else this.#wait(this.#msUntilOverdue() || undefined);
  }

  /** Whole milliseconds, as timers have them. */
  #msUntilOverdue(): number {
    return Math.max(0, Math.floor(this.#overdueAtMs - performance.now()));
  }

  #wait(lateMs: number | undefined): void {
    clearTimeout(this.#timer);
    const leftMs = Math.max(0, this.#endsAtMs - performance.now());
    this.#timer =
      lateMs !== undefined && lateMs < leftMs
        ? setTimeout(() => {
            this.#onLate();
          }, lateMs)
        : setTimeout(this.#end, leftMs);
  }

  #fail(error: unknown): void {
    this.#finish();
    this.reject(error);
  }

  #finish(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.options.signal?.removeEventListener('abort', this.#end);
    // Costs more than all the rest, and most requests have one attempt.
    if (this.#running > 0) this.#attempts.abort();
  }
}
