import type { PageQuery } from './queries';
import type { Page } from './records';
import type { SqlSession } from './sql/session';

/**
 * A list of the current state, as a route declares it: how both SQL stores read a page of it. Specs
 * compare them with a model of the list (test/harness/history/memory/list-models.ts).
 */
export interface StateList<Query, Item> {
  readonly name: string;
  /** One statement, or a bounded number of them, in the order of an index. @throws BroadQueryError */
  read(session: SqlSession, query: Query & PageQuery): Promise<Page<Item>>;
}
