import type { Names } from './sql/reading/names';
import type { SearchWork } from './sql/reading/search-work';
import type { VisibleBlocks } from './sql/reading/visible-blocks';
import type { SqlSession } from './sql/session';

/** Tools of a question: session, names, limits. */
export interface QuestionTools {
  readonly session: SqlSession;
  readonly names: Names;
  /** The blocks that readers see while the store is filled; undefined: all. */
  readonly visible: VisibleBlocks | undefined;
  /** The limits of this read. */
  readonly work: SearchWork;
}

/**
 * A read of the history that a route declares, for both SQL stores. Specs compare them with a model of the question
 * (test/harness/history/memory/question-models.ts). Pages of the current state are a StateList instead.
 */
export interface Question<Query, Answer> {
  readonly name: string;
  /** Whether it may look at many rows: few of those run at a time. */
  readonly isSearch: (query: Query) => boolean;
  /** @throws BroadQueryError when too many rows would be looked at */
  read(tools: QuestionTools, query: Query): Promise<Answer>;
}
