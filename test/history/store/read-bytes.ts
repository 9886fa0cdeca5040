import type { SqlDatabase, SqlSession } from '../../../apps/history/src/store/sql/session';
import type { SqlValue } from '../../../apps/history/src/store/sql/values';

/** Counts the bytes that statements return. */
export class ReadBytes implements SqlDatabase {
  /** Of the statement with the most. */
  mostOfOne = 0;

  constructor(private readonly database: SqlDatabase) {}

  transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.database.transaction((session) => work(this.#counting(session)));
  }

  beside<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.database.beside((session) => work(this.#counting(session)));
  }

  read<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.database.read((session) => work(this.#counting(session)));
  }

  close(): Promise<void> {
    return this.database.close();
  }

  #counting(session: SqlSession): SqlSession {
    const counted = <Row>(rows: Row[], valuesOf: (row: Row) => readonly SqlValue[]): Row[] => {
      const sizes = rows.flatMap(valuesOf).map((value) => (value instanceof Uint8Array ? value.length : 0));
      this.mostOfOne = Math.max(
        this.mostOfOne,
        sizes.reduce((total, size) => total + size, 0),
      );
      return rows;
    };
    const counting: Pick<SqlSession, 'all' | 'tuples' | 'find'> = {
      all: async (sql, params) => counted(await session.all(sql, params), (row) => Object.values(row)),
      tuples: async (sql, params) => counted(await session.tuples(sql, params), (row) => row),
      find: async (table, keys) => counted(await session.find(table, keys), (row) => row),
    };
    return new Proxy(session, {
      get: (target, member) =>
        member === 'all' || member === 'tuples' || member === 'find'
          ? counting[member]
          : bound(target, member),
    });
  }
}

function bound(session: SqlSession, member: string | symbol): unknown {
  const value: unknown = Reflect.get(session, member, session);
  return typeof value === 'function' ? (value as () => unknown).bind(session) : value;
}
