import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from '@app/operations';
import { type FollowStatus, INITIAL_STATUS } from '../follow/follow-status';
import type { IndexListener } from '../stream/index-events';
import type { HistoryChanges } from '../serving/history-changes';
import { type IndexedChain, type IndexerMessage, STOP } from './indexer-messages';

const WORKER = path.join(__dirname, 'indexer.worker.js');
/** The writer makes short-lived objects: a small young generation costs it no time, and saves 30 MB. */
const YOUNG_GENERATION = { maxYoungGenerationSizeMb: 12 };

/** Follows chains on a thread of their own. */
export class Indexer implements HistoryChanges {
  readonly #worker: Worker;
  readonly #statuses = new Map<string, FollowStatus>();
  readonly #listeners = new Map<string, Set<IndexListener>>();
  readonly #ended: Promise<unknown>;

  private constructor(
    chains: readonly IndexedChain[],
    private readonly logger: Logger,
  ) {
    this.#worker = new Worker(WORKER, { workerData: chains, resourceLimits: YOUNG_GENERATION });
    this.#worker.on('message', (message: IndexerMessage) => this.#receive(message));
    this.#ended = once(this.#worker, 'exit');
    this.#ended.catch(() => undefined);
  }

  /** Resolves when readers can open the files. Rejects when a file cannot be opened. */
  static async start(chains: readonly IndexedChain[], logger: Logger): Promise<Indexer> {
    const indexer = new Indexer(chains, logger);
    await Promise.all([...chains.map(({ name }) => indexer.#opened(name))]);
    return indexer;
  }

  status(chain: string): FollowStatus {
    return this.#statuses.get(chain) ?? INITIAL_STATUS;
  }

  /** @returns ends the subscription */
  subscribe(chain: string, listener: IndexListener): () => void {
    const listeners = this.#listeners.get(chain) ?? new Set();
    this.#listeners.set(chain, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** The thread reports every fork that it writes. */
  watched(): Promise<void> {
    return Promise.resolve();
  }

  /** Resolves when the thread ended; rejects with an error that no other attempt mends. */
  async ended(): Promise<void> {
    await this.#ended;
  }

  /** Ends behind the blocks that are being written. */
  async close(): Promise<void> {
    this.#worker.postMessage(STOP);
    await this.#ended;
  }

  async #opened(chain: string): Promise<void> {
    const isOpened = new Promise<void>((resolve) => {
      this.#worker.on('message', (message: IndexerMessage) => {
        if (message.chain === chain && message.kind === 'opened') resolve();
      });
    });
    await Promise.race([isOpened, this.#ended]);
  }

  #receive(message: IndexerMessage): void {
    const { chain, kind } = message;
    if (kind === 'status') this.#statuses.set(chain, message.status);
    if (kind === 'progress') this.logger.info({ ...message.figures, chain }, message.text);
    if (kind === 'log') this.logger[message.level]({ err: message.error, chain }, message.text);
    for (const listener of this.#listeners.get(chain) ?? []) {
      if (kind === 'committed') listener.committed(message.num, message.irreversibleNum);
      if (kind === 'undone') listener.undone(message.num);
      if (kind === 'moved') listener.moved?.(message.progress.firstHotBlock, message.progress.movedRows);
    }
  }
}
