import type { Name } from '../../../derive/name';
import type { SqlSession } from '../session';
import { int, unsigned } from '../values';

/** Names read at a time. */
const SLICE = 10_000;

/** A number of the dictionary that was given after the last refresh. */
class UnknownIdError extends Error {
  override readonly name = 'UnknownIdError';
}

interface Pair {
  readonly code: Name;
  readonly name: Name;
}

/** Meanings of the numbers of the dictionary. They never change, so they are read once: 8 bytes for each name. */
export class Names {
  #values = new BigUint64Array(1024);
  #highestId = 0;
  readonly #actions = new Map<number, Pair>();
  readonly #tables = new Map<number, Pair>();

  readonly nameOf = (id: number): Name => {
    const name = id <= this.#highestId ? this.#values[id] : undefined;
    if (name === undefined) throw new UnknownIdError();
    return name;
  };

  readonly actionOf = (type: number): Pair => pairOf(this.#actions, type);
  readonly tableOf = (type: number): Pair => pairOf(this.#tables, type);

  /** Runs `decode`, and again after reading the newest names when a name is unknown. */
  async decoding<T>(session: SqlSession, decode: () => T): Promise<T> {
    try {
      return decode();
    } catch (error) {
      if (!(error instanceof UnknownIdError)) throw error;
      await this.#refresh(session);
      return decode();
    }
  }

  async #refresh(session: SqlSession): Promise<void> {
    for (;;) {
      const rows = await session.all('SELECT id, value FROM name WHERE id > ? ORDER BY id LIMIT ?', [
        this.#highestId,
        SLICE,
      ]);
      for (const { id, value } of rows) this.#set(int(id), unsigned(value));
      if (rows.length < SLICE) break;
    }
    await this.#refreshPairs(session, 'action_type', this.#actions);
    await this.#refreshPairs(session, 'table_type', this.#tables);
  }

  async #refreshPairs(session: SqlSession, table: string, pairs: Map<number, Pair>): Promise<void> {
    const rows = await session.all(`SELECT id, code, name FROM ${table} WHERE id > ?`, [pairs.size]);
    for (const { id, code, name } of rows)
      pairs.set(int(id), { code: this.nameOf(int(code)), name: this.nameOf(int(name)) });
  }

  #set(id: number, value: bigint): void {
    if (id >= this.#values.length) {
      const larger = new BigUint64Array(2 * id);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[id] = value;
    // Reads beside this one may see fewer names.
    this.#highestId = Math.max(this.#highestId, id);
  }
}

function pairOf(pairs: ReadonlyMap<number, Pair>, id: number): Pair {
  const pair = pairs.get(id);
  if (pair === undefined) throw new UnknownIdError();
  return pair;
}
