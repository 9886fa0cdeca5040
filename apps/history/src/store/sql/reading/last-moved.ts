import { slices } from '../in-list';
import type { SqlSession } from '../session';
import { tierWindows } from '../tiers/tier-windows';
import { int, long } from '../values';
import type { Bounds } from './bounds';

/** The key of a row, signed, the number of its table and that of its scope. */
export type PlaceOfIds = readonly [key: bigint, table: number, scope: number];

export const textOfIds = (place: PlaceOfIds): string => place.join('/');

/** Rows that one statement looks up: its text has a few KiB. */
const LOOKED_UP = 500;

/** Sequences of the last changes of rows that the cold tier has, found for many rows by one statement. */
export class LastMoved {
  readonly #found = new Map<string, bigint | undefined>();

  constructor(private readonly session: SqlSession) {}

  /** Undefined: the row has no change in the bounds, or was never looked up. */
  of(place: PlaceOfIds): bigint | undefined {
    return this.#found.get(textOfIds(place));
  }

  /**
   * Looks rows up that were not before.
   * @param further that are looked up together with them
   * @param bounds of the cold tier, the same ones each time
   */
  async find(
    places: readonly PlaceOfIds[],
    further: () => Promise<PlaceOfIds[]>,
    bounds: Bounds,
  ): Promise<void> {
    if (places.every((place) => this.#found.has(textOfIds(place)))) return;
    const unknown = new Map(
      [...places, ...(await further())].map((place) => [textOfIds(place), place] as const),
    );
    for (const text of this.#found.keys()) unknown.delete(text);
    for (const some of slices([...unknown], LOOKED_UP)) await this.#lookUp(new Map(some), bounds);
  }

  /** In windows, the newest first: a row that each block changes is not read from the beginning on. */
  async #lookUp(places: Map<string, PlaceOfIds>, bounds: Bounds): Promise<void> {
    for (const text of places.keys()) this.#found.set(text, undefined);
    for (const { bounds: window, tuples } of tierWindows(this.session, 'delta', bounds, 'desc')) {
      if (places.size === 0) return;
      const list = [...places.values()].map(() => '(?, ?, ?)').join(', ');
      const rows = await tuples(
        `SELECT pk, tbl, scope, max(seq) FROM delta_row WHERE (pk, tbl, scope) IN (${list}) AND seq >= ? AND seq <= ? GROUP BY pk, tbl, scope`,
        [...[...places.values()].flat(), window.from, window.to],
      );
      for (const [key, table, scope, sequence] of rows) {
        const text = textOfIds([long(key), int(table), int(scope)]);
        this.#found.set(text, long(sequence));
        places.delete(text);
      }
    }
  }
}
