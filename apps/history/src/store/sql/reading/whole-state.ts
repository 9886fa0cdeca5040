import { StoreLoadingError } from '../../errors';
import { loadingState } from '../../records';
import { readCursor } from '../cursor';
import type { SqlSession } from '../session';
import { loadBefore } from '../state-load';

/** Lets nothing be read while the state of the first block is loaded: answers would have a part of it. */
export class WholeState {
  #isWhole = false;

  /** Throws StoreLoadingError. */
  async require(session: SqlSession): Promise<void> {
    if (this.#isWhole) return;
    const cursor = await readCursor(session);
    if (cursor === undefined) return;
    const loading = loadingState(await loadBefore(session, cursor));
    if (loading !== undefined) throw new StoreLoadingError(loading);
    // Only a store that never had a block is loaded.
    this.#isWhole = cursor.num >= 0;
  }
}
