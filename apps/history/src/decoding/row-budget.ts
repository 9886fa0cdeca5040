import { setImmediate } from 'node:timers/promises';
import type { ReadCost } from '@app/antelope';
import { BroadQueryError } from '../store/errors';

/** Cost of all rows of one request at most: a contract chooses what its rows cost. */
export const MAX_ROW_FIELDS = 500_000;
/** Cost of one value behind that budget: a transfer has four fields. */
export const MAX_SMALL_FIELDS = 200;
/** Other requests are answered after rows of this cost. */
const WINDOW_FIELDS = 5_000;
/** Bytes that cost as much as a field. */
const BYTES_OF_FIELD = 32;

/** Cost limit of all rows of one request, by their fields, list elements and bytes. */
export class RowBudget implements ReadCost {
  fields = 0;
  #turnedAt = 0;

  /** @param narrowBy parameters by which a request would cost less */
  constructor(private readonly narrowBy: readonly string[]) {}

  get isUsedUp(): boolean {
    return this.fields >= MAX_ROW_FIELDS;
  }

  /**
   * Called before each row: one row of any cost is always read.
   * @throws BroadQueryError when the rows before it have used up the budget
   */
  async next(bytes: number): Promise<void> {
    this.claim(0);
    if (this.fields - this.#turnedAt >= WINDOW_FIELDS) {
      await setImmediate();
      this.#turnedAt = this.fields;
    }
    this.fields += 1 + Math.ceil(bytes / BYTES_OF_FIELD);
  }

  /** Work besides reading, before it is done. @throws BroadQueryError */
  claim(count: number): void {
    this.fields += count;
    if (this.isUsedUp) throw new BroadQueryError(this.narrowBy);
  }
}
