import type { Name } from '../derive/name';
import type { StreamEntry } from './stream-entry';

/** The actions or rows of one block, found by their names. Each is decoded once, when the first client needs it. */
export class BlockEntries<Record> {
  readonly #byName = new Map<Name, Record[]>();
  readonly #entries = new Map<Record, Promise<StreamEntry>>();

  /**
   * @param namesOf names by which a record can be found
   * @param keptOf memory of a record with its entry
   */
  constructor(
    private readonly records: readonly Record[],
    namesOf: (record: Record) => readonly Name[],
    private readonly keptOf: (record: Record) => number,
    private readonly makeEntry: (record: Record) => Promise<StreamEntry>,
  ) {
    for (const record of records) {
      for (const name of new Set(namesOf(record))) {
        const found = this.#byName.get(name);
        if (found === undefined) this.#byName.set(name, [record]);
        else found.push(record);
      }
    }
  }

  /** Memory of all entries. */
  get keptBytes(): number {
    return this.records.reduce((total, record) => total + this.keptOf(record), 0);
  }

  /**
   * The entries that match, in the order of the chain.
   * @param names each matching record has all of them
   */
  matching(names: readonly Name[], matches: (record: Record) => boolean): Promise<StreamEntry[]> {
    const candidates = names
      .map((name) => this.#byName.get(name) ?? [])
      .reduce((least, next) => (next.length < least.length ? next : least), this.records);
    return Promise.all(candidates.filter(matches).map((record) => this.#entryOf(record)));
  }

  async #entryOf(record: Record): Promise<StreamEntry> {
    const entry = this.#entries.get(record) ?? this.makeEntry(record);
    this.#entries.set(record, entry);
    try {
      return await entry;
    } catch (error) {
      // The next client tries again: the store may have been away.
      if (this.#entries.get(record) === entry) this.#entries.delete(record);
      throw error;
    }
  }
}
