import type { Logger } from '@app/operations';
import { type FollowStatus, INITIAL_STATUS } from '../follow/follow-status';
import type { StoreChanges, StoreTail } from '../store/store-tail';
import type { IndexListener } from '../stream/index-events';

/** Longest interval between two reads: a notification of a commit may be lost. */
const LOOK_MS = 500;

/** The history of one chain that another process writes: reports each of its commits and forks. */
export class TailedStore {
  status: FollowStatus = INITIAL_STATUS;
  readonly #listeners = new Set<IndexListener>();
  /** Resolves after `close`. */
  readonly ended: Promise<void>;
  #hasLooked: () => void = () => undefined;
  /** Resolves after the first read: later forks are counted from it. */
  readonly watched = new Promise<void>((resolve) => (this.#hasLooked = resolve));
  #isClosed = false;
  #before: StoreChanges | undefined;

  constructor(
    private readonly chain: string,
    private readonly tail: StoreTail,
    private readonly logger: Pick<Logger, 'error'>,
  ) {
    this.ended = this.#run();
  }

  /** @returns ends the subscription */
  subscribe(listener: IndexListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.tail.close();
    await this.ended;
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      try {
        this.#look(await this.tail.changes(this.#before?.forks));
      } catch (error) {
        this.#failed(error);
      }
      await this.tail.nextCommit(LOOK_MS);
    }
  }

  #look(now: StoreChanges): void {
    const { headNum, irreversibleNum, undoneTo, hasWriter, report } = now;
    const before = this.#before;
    this.#before = now;
    this.#hasLooked();
    const { isConnected, targetNum, progress } = report;
    const error = hasWriter ? report.error : 'no process writes into the database';
    const lastBlockNum = headNum;
    const isReady = headNum !== undefined;
    this.status = {
      ...this.status,
      isConnected: isConnected && hasWriter,
      targetNum,
      progress: hasWriter ? progress : undefined,
      error,
      lastBlockNum,
      isReady,
    };
    if (undoneTo !== undefined) for (const listener of this.#listeners) listener.undone(undoneTo);
    const isNew =
      undoneTo !== undefined || headNum !== before?.headNum || irreversibleNum !== before?.irreversibleNum;
    if (isNew && headNum !== undefined)
      for (const listener of this.#listeners) listener.committed(headNum, irreversibleNum);
  }

  #failed(error: unknown): void {
    if (this.#isClosed) return;
    const message = error instanceof Error ? error.message : String(error);
    if (message !== this.status.error)
      this.logger.error({ err: error, chain: this.chain }, 'reading the changes of the store failed');
    this.status = { ...this.status, isConnected: false, isReady: false, error: message };
  }
}
