import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { StoreUnavailableError } from '../store/errors';
import type { FromThread, ThreadAnswer, ThreadRequest, ThreadSettings, ToThread } from './thread-messages';

const WORKER = path.join(__dirname, 'answer.worker.js');
/** Bounds the memory of a thread: one that needs more ends, and the process continues. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 };
/** A turn of the event loop takes 50 ms: a thread without an answer for so long hangs in one. */
const STUCK_MS = 1_000;

export interface ThreadEvents {
  readonly undecodable: (chain: string) => void;
  /** A line of the log, as JSON. */
  readonly log: (line: string) => void;
}

interface Waiting {
  readonly resolve: (answer: ThreadAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** One thread that answers requests, until it ends. */
export class AnswerThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #stuck: NodeJS.Timeout | undefined;
  #ready: () => void = () => undefined;
  /** Resolves when it takes requests; never, when it ends before. */
  readonly ready = new Promise<void>((resolve) => (this.#ready = resolve));
  /** Resolves with the error, if any, by which it ended. */
  readonly ended: Promise<Error | undefined>;

  constructor(
    settings: ThreadSettings,
    private readonly events: ThreadEvents,
  ) {
    this.#worker = new Worker(WORKER, { workerData: settings, resourceLimits: MEMORY });
    this.#worker.on('message', (message: FromThread) => this.#receive(message));
    let failure: Error | undefined;
    this.#worker.on('error', (error: Error) => (failure = error));
    this.ended = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#fail();
        resolve(failure);
      });
    });
  }

  /** Requests that it works on. */
  get running(): number {
    return this.#waiting.size;
  }

  /** @throws StoreUnavailableError when the thread ends before the answer */
  answer(request: ThreadRequest): Promise<ThreadAnswer> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#tell({ kind: 'request', id, request });
      this.#waiting.set(id, { resolve, reject });
    });
  }

  forget(chain: string): void {
    this.#tell({ kind: 'forget', chain });
  }

  /** Ends the thread when it hangs. One that only waits, for a database or a node, has a limit of its own for that. */
  endIfStuck(): void {
    if (this.#stuck !== undefined) return;
    this.#stuck = setTimeout(() => void this.#worker.terminate(), STUCK_MS);
    this.#tell({ kind: 'ping' });
  }

  async stop(): Promise<void> {
    this.#tell({ kind: 'stop' });
    await this.ended;
  }

  #tell(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromThread): void {
    if (message.kind === 'ready') this.#ready();
    if (message.kind === 'log') this.events.log(message.line);
    if (message.kind === 'undecodable') this.events.undecodable(message.chain);
    // One that answers does not hang, however many requests are before the ping.
    if (message.kind === 'pong' || message.kind === 'answer') this.#isFree();
    if (message.kind === 'answer') {
      this.#waiting.get(message.id)?.resolve(message.answer);
      this.#waiting.delete(message.id);
    }
  }

  #isFree(): void {
    clearTimeout(this.#stuck);
    this.#stuck = undefined;
  }

  #fail(): void {
    this.#isFree();
    for (const { reject } of this.#waiting.values())
      reject(new StoreUnavailableError('the thread of this request ended: narrow the search, or try again'));
    this.#waiting.clear();
  }
}
