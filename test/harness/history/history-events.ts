import type { IndexEvents, IndexListener } from '../../../apps/history/src/stream/index-events';

/** Changes of a history, as a spec or a follower of this process reports them. */
export class HistoryEvents implements IndexEvents, IndexListener {
  readonly #listeners = new Set<IndexListener>();

  subscribe(listener: IndexListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  watched(): Promise<void> {
    return Promise.resolve();
  }

  committed(num: number, irreversibleNum: number): void {
    for (const listener of this.#listeners) listener.committed(num, irreversibleNum);
  }

  undone(num: number): void {
    for (const listener of this.#listeners) listener.undone(num);
  }
}
