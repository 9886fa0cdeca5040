import { MAX_PAGE_BYTES } from '../../page-bytes';
import { slices } from '../in-list';
import type { SqlSession } from '../session';
import { tierBounds } from '../tiers/tier-windows';
import { bytes, int, long, type SqlValue } from '../values';
import type { Bounds } from './bounds';
import { coldDeltaRows, isCold } from './cold-deltas';
import { LastMoved, type PlaceOfIds, textOfIds } from './last-moved';

/** Rows of the store that one statement looks up. */
const MERGED = 16;
/** Rows of the cold tier that one statement reads. */
const READ = 200;
/** Found by the index alone: SQLite takes another one for a statement that reads the row as well. */
const ONE =
  'SELECT seq FROM delta WHERE pk = ? AND tbl = ? AND scope = ? AND seq >= ? AND seq <= ? ORDER BY seq DESC LIMIT 1';
const COLUMNS = 'seq, tbl, scope, pk, payer, present';

/** The last changes of rows within bounds, each by one look at the index of the history of a row. */
export class LastChanges {
  readonly #moved: LastMoved;

  constructor(
    private readonly session: SqlSession,
    private readonly bounds: Bounds,
  ) {
    this.#moved = new LastMoved(session);
  }

  /**
   * Sequence, table, scope, key, payer and presence of the changes that exist, the beginning of the value, and the bytes
   * of the whole one.
   * @param expected places that will be asked for: the cold tier looks them up together with the others
   */
  async of(places: readonly PlaceOfIds[], expected: () => Promise<PlaceOfIds[]>): Promise<SqlValue[][]> {
    const { hot, cold } = tierBounds(this.session, 'delta', this.bounds);
    const rows: SqlValue[][] = [];
    if (hot !== undefined)
      for (const some of slices(places, MERGED)) rows.push(...(await this.#ofStore(some, hot)));
    if (cold === undefined) return rows;
    const found = new Set(
      rows.map(([, table, scope, key]) => textOfIds([long(key), int(table), int(scope)])),
    );
    const missing = places.filter((place) => !found.has(textOfIds(place)));
    await this.#moved.find(missing, expected, cold);
    const sequences = missing.flatMap((place) => this.#moved.of(place) ?? []);
    for (const some of slices(sequences, READ)) rows.push(...(await this.#ofColdTier(some)));
    return rows;
  }

  #ofStore(places: readonly PlaceOfIds[], { from, to }: Bounds): Promise<SqlValue[][]> {
    const found = places.map((_place, index) => `SELECT * FROM (${ONE}) p${index}`).join(' UNION ALL ');
    // SQLite has no substring of a value without bytes.
    return this.session.tuples(
      `SELECT ${COLUMNS}, COALESCE(substr(value, 1, ?), value), length(value) FROM delta WHERE seq IN (${found})`,
      [MAX_PAGE_BYTES / MERGED, ...places.flatMap((place) => [...place, from, to])],
    );
  }

  /** The beginnings of values are a page together. */
  #ofColdTier(sequences: readonly bigint[]): Promise<SqlValue[][]> {
    const most = Math.floor(MAX_PAGE_BYTES / sequences.length);
    const columns = `${COLUMNS}, substring(value, 1, ${most}), length(value)`;
    return coldDeltaRows(this.session, columns, sequences);
  }
}

/** The whole value of a change. */
export async function changedValue(session: SqlSession, sequence: bigint): Promise<Uint8Array> {
  const [row] = isCold(session, sequence)
    ? await coldDeltaRows(session, 'value', [sequence])
    : await session.tuples('SELECT value FROM delta WHERE seq = ?', [sequence]);
  return bytes(row?.[0]);
}

/** Whether a row was changed within bounds. */
export async function hasChanged(session: SqlSession, place: PlaceOfIds, bounds: Bounds): Promise<boolean> {
  const { hot, cold } = tierBounds(session, 'delta', bounds);
  const statement = (table: 'delta' | 'delta_row'): string =>
    `SELECT seq FROM ${table} WHERE pk = ? AND tbl = ? AND scope = ? AND seq >= ? AND seq <= ? LIMIT 1`;
  const found =
    hot === undefined ? [] : await session.tuples(statement('delta'), [...place, hot.from, hot.to]);
  if (cold === undefined || found.length > 0) return found.length > 0;
  const moved = await session.cold?.tuples(statement('delta_row'), [...place, cold.from, cold.to]);
  return moved !== undefined && moved.length > 0;
}
