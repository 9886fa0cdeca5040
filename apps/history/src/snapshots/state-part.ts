import type { StateRows } from '../derive/state-rows';

/** Rows of a part, which one transaction of the store takes. */
const PART_ROWS = 5_000;
/** A part with so many bytes has fewer rows. */
const PART_BYTES = 4 * 1024 * 1024;

/** Collects the rows of a table up to the size of a part. */
export class StatePart {
  #rows: Uint8Array[] = [];
  #bytes = 0;

  constructor(
    readonly table: string,
    private readonly maxRows = PART_ROWS,
  ) {}

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  get isFull(): boolean {
    return this.#bytes >= PART_BYTES || this.#rows.length >= this.maxRows;
  }

  add(row: Uint8Array): void {
    this.#rows.push(row);
    this.#bytes += row.length;
  }

  /** The rows until now; the next part begins. */
  take(): StateRows {
    const rows = this.#rows;
    this.#rows = [];
    this.#bytes = 0;
    return { table: this.table, rows };
  }
}
