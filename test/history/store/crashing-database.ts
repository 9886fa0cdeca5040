import type { SqlDatabase, SqlSession } from '../../../apps/history/src/store/sql/session';

/** A transaction was broken off between two of its statements. */
export class CrashError extends Error {
  override readonly name = 'CrashError';
}

/** A database whose next transactions can be broken off after some statements. */
export class CrashingDatabase implements SqlDatabase {
  #statementsLeft = Infinity;

  constructor(private readonly database: SqlDatabase) {}

  /** The transaction that begins with the statement behind so many others fails with CrashError. */
  crashAfter(statements: number): void {
    this.#statementsLeft = statements;
  }

  transaction<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.database.transaction((session) => work(this.#counted(session)));
  }

  beside<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.database.beside((session) => work(this.#counted(session)));
  }

  read<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.database.read(work);
  }

  close(): Promise<void> {
    return this.database.close();
  }

  #counted(session: SqlSession): SqlSession {
    const step = <A extends unknown[], R>(statement: (...args: A) => Promise<R>) => {
      return async (...args: A): Promise<R> => {
        if (this.#statementsLeft-- <= 0) throw new CrashError('the transaction was broken off');
        return statement(...args);
      };
    };
    return {
      bytesType: session.bytesType,
      tuples: step((...args) => session.tuples(...args)),
      all: step((...args) => session.all(...args)),
      hasIndex: step((...args) => session.hasIndex(...args)),
      run: step((...args) => session.run(...args)),
      insert: step((...args) => session.insert(...args)),
      upsert: step((...args) => session.upsert(...args)),
      remove: step((...args) => session.remove(...args)),
      find: step((...args) => session.find(...args)),
    };
  }
}
