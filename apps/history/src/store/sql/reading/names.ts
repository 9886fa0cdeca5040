import type { Name } from '../../../derive/name';
import { inList, slices } from '../in-list';
import type { SqlSession } from '../session';
import { int, unsigned } from '../values';

/** Meanings that are kept, of names and of pairs each: those of the last reads, of about 64 bytes. */
const MAX_KEPT = 100_000;

type Session = Pick<SqlSession, 'all'>;

interface Pair {
  readonly code: Name;
  readonly name: Name;
}

/** In place of a meaning that is read next: the decoding that takes it is repeated. */
const NO_NAME = 0n;
const NO_PAIR: Pair = { code: NO_NAME, name: NO_NAME };

/**
 * Meanings of the numbers of the dictionary. They never change. A store may have many millions of names, so only those
 * that a decoding asks for are read.
 */
export class Names {
  readonly #names: Meanings<Name>;
  readonly #actions: Meanings<Pair>;
  readonly #tables: Meanings<Pair>;

  readonly #all: readonly Meanings<unknown>[];

  constructor(maxKept = MAX_KEPT) {
    this.#names = new Meanings(maxKept, NO_NAME);
    this.#actions = new Meanings(maxKept, NO_PAIR);
    this.#tables = new Meanings(maxKept, NO_PAIR);
    this.#all = [this.#names, this.#actions, this.#tables];
  }

  readonly nameOf = (id: number): Name => this.#names.of(id);
  readonly actionOf = (type: number): Pair => this.#actions.of(type);
  readonly tableOf = (type: number): Pair => this.#tables.of(type);

  /** Runs `decode`, and again after reading the meanings that it lacked. It has no effect but its result. */
  async decoding<T>(session: Session, decode: () => T): Promise<T> {
    for (const meanings of this.#all) meanings.forgetOldest();
    // Decodings beside this one may have meanings forgotten while others are read.
    for (;;) {
      const decoded = decode();
      const unknown = this.#all.map((meanings) => meanings.takeUnknown());
      const [names = [], actions = [], tables = []] = unknown;
      if (unknown.every(({ length }) => length === 0)) return decoded;
      const found = [
        await readNames(session, names),
        await readPairs(session, 'action_type', actions),
        await readPairs(session, 'table_type', tables),
      ] as const;
      this.#names.add(found[0]);
      this.#actions.add(found[1]);
      this.#tables.add(found[2]);
    }
  }
}

/** Meanings of the numbers of one table. Those that were not asked for lately are forgotten. */
class Meanings<T> {
  #recent = new Map<number, T>();
  #older: ReadonlyMap<number, T> = new Map();
  readonly #unknown = new Set<number>();

  constructor(
    private readonly maxKept: number,
    private readonly placeholder: T,
  ) {}

  of(id: number): T {
    const recent = this.#recent.get(id);
    if (recent !== undefined) return recent;
    const older = this.#older.get(id);
    if (older === undefined) this.#unknown.add(id);
    else this.#recent.set(id, older);
    return older ?? this.placeholder;
  }

  /** Never between the reading of meanings and their decoding, which may take more of them than are kept. */
  forgetOldest(): void {
    if (this.#recent.size <= this.maxKept / 2) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }

  takeUnknown(): number[] {
    const unknown = [...this.#unknown];
    this.#unknown.clear();
    return unknown;
  }

  add(meanings: Iterable<readonly [id: number, meaning: T]>): void {
    for (const [id, meaning] of meanings) this.#recent.set(id, meaning);
  }
}

/** By the primary key: the time depends on the number of ids alone. */
async function readNames(session: Session, ids: readonly number[]): Promise<[number, Name][]> {
  const found: [number, Name][] = [];
  for (const slice of slices(ids)) {
    const { placeholders, params } = inList(slice);
    const rows = await session.all(`SELECT id, value FROM name WHERE id IN ${placeholders}`, params);
    for (const { id, value } of rows) found.push([int(id), unsigned(value)]);
  }
  return whole('name', ids, found);
}

async function readPairs(
  session: Session,
  table: 'action_type' | 'table_type',
  ids: readonly number[],
): Promise<[number, Pair][]> {
  const found: [number, Pair][] = [];
  for (const slice of slices(ids)) {
    const { placeholders, params } = inList(slice);
    const rows = await session.all(
      `SELECT p.id, c.value AS code, n.value AS name FROM ${table} p JOIN name c ON c.id = p.code JOIN name n ON n.id = p.name WHERE p.id IN ${placeholders}`,
      params,
    );
    for (const { id, code, name } of rows)
      found.push([int(id), { code: unsigned(code), name: unsigned(name) }]);
  }
  return whole(table, ids, found);
}

function whole<T>(table: string, ids: readonly number[], found: readonly T[]): T[] {
  if (found.length < ids.length)
    throw new Error(`the table ${table} of the store lacks ${ids.length - found.length} of its numbers`);
  return [...found];
}
