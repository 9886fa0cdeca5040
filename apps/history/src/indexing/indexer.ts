import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from '@app/operations';
import { type FollowStatus, INITIAL_STATUS } from '../follow/follow-status';
import { type IndexerInput, type IndexerMessage, STOP } from './indexer-messages';

const WORKER = path.join(__dirname, 'indexer.worker.js');

/** The writer makes short-lived objects: a small young generation costs it no time, and saves 30 MB. */
const YOUNG_GENERATION = { maxYoungGenerationSizeMb: 12 };

/** Told after a change can be read from the store. */
export interface IndexListener {
  committed(num: number, irreversibleNum: number): void;
  undone(num: number): void;
}

/** Follows one chain on a thread of its own. */
export class Indexer {
  readonly #worker: Worker;
  readonly #listeners = new Set<IndexListener>();
  #status: FollowStatus = INITIAL_STATUS;

  private constructor(
    input: IndexerInput,
    private readonly logger: Logger,
  ) {
    this.#worker = new Worker(WORKER, { workerData: input, resourceLimits: YOUNG_GENERATION });
    this.#worker.on('message', (message: IndexerMessage) => this.#receive(message));
  }

  /** Resolves when readers can open the file. Rejects when the file cannot be opened. */
  static async start(input: IndexerInput, logger: Logger): Promise<Indexer> {
    const indexer = new Indexer(input, logger);
    await once(indexer.#worker, 'message');
    return indexer;
  }

  get status(): FollowStatus {
    return this.#status;
  }

  subscribe(listener: IndexListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when the thread ended; rejects with the error that no other attempt mends. */
  async ended(): Promise<void> {
    await once(this.#worker, 'exit');
  }

  /** Ends behind the block that is being written. */
  async close(): Promise<void> {
    const exit = once(this.#worker, 'exit');
    this.#worker.postMessage(STOP);
    await exit;
  }

  #receive(message: IndexerMessage): void {
    if (message.kind === 'status') this.#status = message.status;
    if (message.kind === 'log') this.logger[message.level]({ err: message.error }, message.text);
    for (const listener of this.#listeners) {
      if (message.kind === 'committed') listener.committed(message.num, message.irreversibleNum);
      if (message.kind === 'undone') listener.undone(message.num);
    }
  }
}
