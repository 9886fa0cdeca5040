import type { BlockWrites } from '../../../../apps/history/src/derive/block-writes';
import type { HistoryReader } from '../../../../apps/history/src/store/port';
import type { Question } from '../../../../apps/history/src/store/question';
import type { Random } from '../../../../apps/history/src/store/testing/random';
import type { ChainState } from './state';

/** The history that a model answers from: every block whose history is kept, and the state after the last one. */
export interface ModelHistory {
  readonly kept: readonly BlockWrites[];
  /** Every block, also those whose history was removed. */
  readonly blocks: readonly BlockWrites[];
  readonly state: ChainState;
}

/** The model of a question that a route declares, and queries by which the stores are compared with it. */
export interface QuestionModel {
  readonly name: string;
  answer(history: ModelHistory, query: unknown): unknown;
  queries(
    random: Random,
    blocks: readonly BlockWrites[],
  ): { query: unknown; ask: (reader: HistoryReader) => Promise<unknown> }[];
}

/**
 * @param answer computed from all blocks
 * @param queries some of chance, and those at the borders
 */
export function modelOf<Query, Answer>(
  question: Question<Query, Answer>,
  answer: (history: ModelHistory, query: Query) => Answer,
  queries: (random: Random, blocks: readonly BlockWrites[]) => readonly Query[],
): QuestionModel {
  return {
    name: question.name,
    answer: (history, query) => answer(history, query as Query),
    queries: (random, blocks) =>
      queries(random, blocks).map((query) => ({ query, ask: (reader) => reader.answer(question, query) })),
  };
}
