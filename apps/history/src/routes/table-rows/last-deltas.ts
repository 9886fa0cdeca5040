import type { Name } from '../../derive/name';
import { blockOfDelta, deltaSequence } from '../../store/positions';
import type { QuestionTools } from '../../store/question';
import { findName } from '../../store/sql/reading/ids';
import { changedValue, LastChanges } from '../../store/sql/reading/last-changes';
import type { PlaceOfIds } from '../../store/sql/reading/last-moved';
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

const textOf = ({ table, scope, primaryKey }: RowPlace): string => `${table}/${scope}/${primaryKey}`;

/** The last changes of rows up to a block. */
export class LastDeltas {
  readonly #scopeIds = new Map<Name, Promise<number | undefined>>();
  readonly #changes: LastChanges;
  #expected: readonly RowPlace[] = [];

  constructor(
    private readonly tools: QuestionTools,
    atBlock: number,
  ) {
    this.#changes = new LastChanges(tools.session, { from: 0n, to: deltaSequence(atBlock + 1, 0) - 1n });
  }

  /** Places that will be asked for, a part of them at a time. */
  expect(places: readonly RowPlace[]): void {
    this.#expected = places;
  }

  /** In the order of the places; undefined for a row that has no change up to the block. */
  async of(places: readonly RowPlace[]): Promise<(LastDelta | undefined)[]> {
    const { session, names } = this.tools;
    const rows = await this.#changes.of(await this.#ids(places), () => this.#ids(this.#expected));
    const found = await names.decoding(session, () =>
      rows.map(([seq, table, scope, key, payer, present, value, size]) => ({
        table: int(table),
        scope: names.nameOf(int(scope)),
        primaryKey: unsigned(key),
        payer: names.nameOf(int(payer)),
        isPresent: int(present) === 1,
        value: bytes(value),
        size: int(size),
        sequence: long(seq),
        blockNum: blockOfDelta(long(seq)),
      })),
    );
    const byPlace = new Map(found.map((delta) => [textOf(delta), delta]));
    return places.map((place) => byPlace.get(textOf(place)));
  }

  async valueOf({ value, size, sequence }: LastDelta): Promise<Uint8Array> {
    return value.length === size ? value : changedValue(this.tools.session, sequence);
  }

  /** Those of places whose scope has a number. */
  async #ids(places: readonly RowPlace[]): Promise<PlaceOfIds[]> {
    const found: PlaceOfIds[] = [];
    for (const { table, scope, primaryKey } of places) {
      const id = await this.scopeId(scope);
      if (id !== undefined) found.push([signed(primaryKey), table, id]);
    }
    return found;
  }

  /** The number of a scope; undefined where no block mentions the name. */
  scopeId(scope: Name): Promise<number | undefined> {
    const known = this.#scopeIds.get(scope) ?? findName(this.tools.session, scope);
    this.#scopeIds.set(scope, known);
    return known;
  }
}
