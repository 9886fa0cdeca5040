import { StoreUnavailableError } from '../store/errors';
import { AnswerThread, type ThreadEvents } from './answer-thread';
import type { ThreadAnswer, ThreadRequest, ThreadSettings } from './thread-messages';

export interface LaneLimits {
  readonly threads: number;
  /** Requests that a thread works on at a time: one, or those that wait for a database or a node meanwhile. */
  readonly perThread: number;
  /** Requests that wait for a thread. */
  readonly waiting: number;
  /** Of those, the ones of one client. */
  readonly waitingOfClient: number;
  /** Milliseconds from the arrival of a request to its answer. */
  readonly deadlineMs: number;
}

export interface LaneEvents extends ThreadEvents {
  /** A thread ended by itself, or because it hung, and is replaced. */
  readonly replaced: (error: Error | undefined) => void;
}

interface LaneRequest extends ThreadRequest {
  /** Undefined: a client without limits. */
  readonly client: string | undefined;
  /** Called when its thread is free of it, with its share of the time that it was there. */
  readonly worked: (ms: number) => void;
}

interface Job {
  readonly request: LaneRequest;
  readonly resolve: (answer: ThreadAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly deadline: NodeJS.Timeout;
  thread?: AnswerThread;
}

export interface PendingAnswer {
  readonly answer: Promise<ThreadAnswer>;
  /** Called when the client has left: a request that waits is not worked on. */
  readonly leave: () => void;
}

/** Interval between starts of threads that end at once. */
const RESTART_MS = 1_000;

/** The lane cannot take a request now. */
export class LaneFullError extends StoreUnavailableError {}

/** A request was not answered by its deadline. */
export class DeadlineError extends StoreUnavailableError {}

/** Threads for requests of one class, and the requests that wait for them, in their order. */
export class AnswerLane {
  readonly #threads = new Set<AnswerThread>();
  readonly #opening = new Set<AnswerThread>();
  readonly #waiting = new Set<Job>();
  #isClosing = false;

  constructor(
    private readonly settings: ThreadSettings,
    private readonly limits: LaneLimits,
    private readonly events: LaneEvents,
  ) {}

  /** Rejects when a thread ends before it takes requests. */
  async start(): Promise<void> {
    const threads = Array.from({ length: this.limits.threads }, () => this.#open());
    await Promise.all(
      threads.map(({ ready, ended }) =>
        Promise.race([
          ready,
          ended.then((error) => {
            throw error ?? new Error('a thread of answers ended at its start');
          }),
        ]),
      ),
    );
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** The answer rejects with LaneFullError, DeadlineError, or StoreUnavailableError. */
  answer(request: LaneRequest): PendingAnswer {
    let leave = (): void => undefined;
    const answer = new Promise<ThreadAnswer>((resolve, reject) => {
      this.#admit(request);
      const job: Job = {
        request,
        resolve,
        reject,
        deadline: setTimeout(() => this.#late(job), this.limits.deadlineMs),
      };
      leave = () => this.#remove(job, new StoreUnavailableError('the client has left'));
      this.#waiting.add(job);
      this.#next();
    });
    return { answer, leave };
  }

  forget(chain: string): void {
    for (const thread of [...this.#threads, ...this.#opening]) thread.forget(chain);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#threads, ...this.#opening].map((thread) => thread.stop()));
  }

  #admit({ client, worked }: LaneRequest): void {
    const { waiting, waitingOfClient } = this.limits;
    const own = [...this.#waiting].filter(({ request }) => request.client === client);
    const isFull = this.#waiting.size >= waiting;
    if (!isFull && (client === undefined || own.length < waitingOfClient)) return;
    worked(0);
    throw new LaneFullError(
      isFull
        ? 'too many requests wait: narrow the search, or try again'
        : 'too many requests of this client wait: send fewer at a time',
    );
  }

  #open(): AnswerThread {
    const thread = new AnswerThread(this.settings, this.events);
    this.#opening.add(thread);
    void thread.ready.then(() => {
      this.#opening.delete(thread);
      this.#threads.add(thread);
      this.#next();
    });
    void thread.ended.then((error) => {
      this.#threads.delete(thread);
      this.#opening.delete(thread);
      if (this.#isClosing) return;
      this.events.replaced(error);
      setTimeout(() => this.#isClosing || this.#open(), RESTART_MS).unref();
    });
    return thread;
  }

  /** Gives the requests that wait to threads with room, the least busy first. */
  #next(): void {
    for (const job of this.#waiting) {
      const [thread] = [...this.#threads].toSorted((one, other) => one.running - other.running);
      if (thread === undefined || thread.running >= this.limits.perThread) return;
      this.#waiting.delete(job);
      void this.#run(job, thread);
    }
  }

  async #run(job: Job, thread: AnswerThread): Promise<void> {
    job.thread = thread;
    const { chain, method, url, body, worked } = job.request;
    const startedMs = performance.now();
    const answer = thread.answer({ chain, method, url, body });
    const { running } = thread;
    try {
      job.resolve(await answer);
    } catch (error) {
      job.reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      clearTimeout(job.deadline);
      // The fewer of those at its start and at its end: requests that come and go beside it make it no cheaper.
      worked((performance.now() - startedMs) / Math.min(running, thread.running + 1));
      this.#next();
    }
  }

  #late(job: Job): void {
    const { deadlineMs } = this.limits;
    const error = new DeadlineError(`no answer within ${deadlineMs} ms: narrow the search, or try again`);
    if (this.#remove(job, error)) return;
    job.thread?.endIfStuck();
    job.reject(error);
  }

  /** Of a request that still waits. */
  #remove(job: Job, error: Error): boolean {
    if (!this.#waiting.delete(job)) return false;
    clearTimeout(job.deadline);
    job.request.worked(0);
    job.reject(error);
    return true;
  }
}
