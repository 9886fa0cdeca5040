import type { PoolClient, QueryArrayResult, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { withinTime } from './answer-limit';

/** One connection on which each statement has a time limit. */
export class TimedConnection {
  constructor(
    readonly client: PoolClient,
    /** Milliseconds that the next statement may take. */
    private readonly limitMs: () => number,
  ) {}

  /** Throws NoAnswerError. */
  query<R extends QueryResultRow>(
    statement: string | QueryConfig,
    limitMs?: number,
  ): Promise<QueryResult<R>> {
    return withinTime(this.client.query<R>(statement), limitMs ?? this.limitMs());
  }

  /** The same with rows as lists of values. Throws NoAnswerError. */
  arrays<V>(statement: QueryConfig): Promise<QueryArrayResult<V[]>> {
    return withinTime(this.client.query<V[]>({ ...statement, rowMode: 'array' }), this.limitMs());
  }
}
