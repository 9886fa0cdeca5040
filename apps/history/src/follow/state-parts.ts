import { ValueError } from '@app/antelope';
import type { TableRows } from '@app/ship';
import { StatePart } from '../snapshots/state-part';
import type { StateRows } from '../derive/state-rows';

/** Puts the rows of a state into parts. The same rows give the same parts, in whatever pieces they arrive. */
export class StateParts {
  #part: StatePart;

  /** @param maxRows rows of a part; undefined: as many as those of a snapshot file */
  constructor(private readonly maxRows?: number) {
    this.#part = new StatePart('', maxRows);
  }

  /** @returns the parts that are full. Throws ValueError for a row that was removed: a state has none. */
  *add({ table, rows }: TableRows): Generator<StateRows> {
    if (table !== this.#part.table) {
      yield* this.end();
      this.#part = new StatePart(table, this.maxRows);
    }
    for (const { present, data } of rows) {
      if (present === 0) throw new ValueError(`a row of ${table} is removed: that is no whole state`);
      this.#part.add(data);
      if (this.#part.isFull) yield this.#part.take();
    }
  }

  /** The last part, if there is one. */
  *end(): Generator<StateRows> {
    if (!this.#part.isEmpty) yield this.#part.take();
  }
}
