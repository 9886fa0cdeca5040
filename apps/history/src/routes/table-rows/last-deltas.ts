import type { Name } from '../../derive/name';
import { MAX_PAGE_BYTES } from '../../store/page-bytes';
import { blockOfDelta, deltaSequence } from '../../store/positions';
import type { QuestionTools } from '../../store/question';
import { slices } from '../../store/sql/in-list';
import { findName } from '../../store/sql/reading/ids';
import { bytes, int, long, signed, unsigned } from '../../store/sql/values';

/** A row by the number of its table, its scope and its key. */
export interface RowPlace {
  readonly table: number;
  readonly scope: Name;
  readonly primaryKey: bigint;
}

/** The last change of a row up to a block. */
export interface LastDelta extends RowPlace {
  readonly payer: Name;
  readonly isPresent: boolean;
  /** Of a large value, its beginning: `valueOf` reads it whole. */
  readonly value: Uint8Array;
  /** Bytes of the whole value. */
  readonly size: number;
  readonly sequence: bigint;
  readonly blockNum: number;
}

/** Rows that one statement looks up. */
const MERGED = 16;
/** Bytes that it reads of each value: together they are a page. */
const MAX_READ_BYTES = MAX_PAGE_BYTES / MERGED;
/** Found by the index alone: SQLite takes another one for a statement that reads the row as well. */
const ONE =
  'SELECT seq FROM delta WHERE pk = ? AND tbl = ? AND scope = ? AND seq < ? ORDER BY seq DESC LIMIT 1';

const textOf = ({ table, scope, primaryKey }: RowPlace): string => `${table}/${scope}/${primaryKey}`;

/** The last changes of rows up to a block, each by one look at the index of the history of a row. */
export class LastDeltas {
  readonly #scopeIds = new Map<Name, Promise<number | undefined>>();

  constructor(
    private readonly tools: QuestionTools,
    private readonly atBlock: number,
  ) {}

  /** In the order of the places; undefined for a row that has no change up to the block. */
  async of(places: readonly RowPlace[]): Promise<(LastDelta | undefined)[]> {
    const found = new Map<string, LastDelta>();
    for (const some of slices(places, MERGED))
      for (const delta of await this.#some(some)) found.set(textOf(delta), delta);
    return places.map((place) => found.get(textOf(place)));
  }

  async #some(places: readonly RowPlace[]): Promise<LastDelta[]> {
    const parts: (number | bigint)[][] = [];
    for (const { table, scope, primaryKey } of places) {
      const id = await this.scopeId(scope);
      if (id !== undefined) parts.push([signed(primaryKey), table, id, deltaSequence(this.atBlock + 1, 0)]);
    }
    if (parts.length === 0) return [];
    const { session, names } = this.tools;
    const found = parts.map((_part, index) => `SELECT * FROM (${ONE}) p${index}`).join(' UNION ALL ');
    // SQLite has no substring of a value without bytes.
    const rows = await session.all(
      `SELECT seq, tbl, scope, pk, payer, present, COALESCE(substr(value, 1, ?), value) AS value, length(value) AS size FROM delta WHERE seq IN (${found})`,
      [MAX_READ_BYTES, ...parts.flat()],
    );
    return names.decoding(session, () =>
      rows.map((row) => ({
        table: int(row.tbl),
        scope: names.nameOf(int(row.scope)),
        primaryKey: unsigned(row.pk),
        payer: names.nameOf(int(row.payer)),
        isPresent: int(row.present) === 1,
        value: bytes(row.value),
        size: int(row.size),
        sequence: long(row.seq),
        blockNum: blockOfDelta(long(row.seq)),
      })),
    );
  }

  async valueOf({ value, size, sequence }: LastDelta): Promise<Uint8Array> {
    if (value.length === size) return value;
    const [row] = await this.tools.session.all('SELECT value FROM delta WHERE seq = ?', [sequence]);
    return bytes(row?.value);
  }

  /** The number of a scope; undefined where no block mentions the name. */
  scopeId(scope: Name): Promise<number | undefined> {
    const known = this.#scopeIds.get(scope) ?? findName(this.tools.session, scope);
    this.#scopeIds.set(scope, known);
    return known;
  }
}
