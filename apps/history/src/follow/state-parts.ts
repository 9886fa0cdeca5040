import { ValueError } from '@app/antelope';
import type { TableRows } from '@app/ship';
import type { StateRows } from './state-rows';

/** Rows of a part, which one transaction of the store takes. */
const MAX_ROWS = 5_000;
/** A part with so many bytes has fewer rows. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Puts the rows of a state into parts. The same rows give the same parts, in whatever pieces they arrive. */
export class StateParts {
  #table = '';
  #rows: Uint8Array[] = [];
  #bytes = 0;

  constructor(private readonly maxRows = MAX_ROWS) {}

  /** @returns the parts that are full. Throws ValueError for a row that was removed: a state has none. */
  *add({ table, rows }: TableRows): Generator<StateRows> {
    if (table !== this.#table) yield* this.end();
    this.#table = table;
    for (const { present, data } of rows) {
      if (present === 0) throw new ValueError(`a row of ${table} is removed: that is no whole state`);
      this.#rows.push(data);
      this.#bytes += data.length;
      if (this.#rows.length >= this.maxRows || this.#bytes >= MAX_BYTES) yield* this.end();
    }
  }

  /** The last part, if there is one. */
  *end(): Generator<StateRows> {
    if (this.#rows.length === 0) return;
    const part = { table: this.#table, rows: this.#rows };
    this.#rows = [];
    this.#bytes = 0;
    yield part;
  }
}
