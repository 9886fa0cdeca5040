import type { QuestionModel } from './question-model';
import { BLOCKS_MODEL } from './questions/blocks';

/** One entry for each question of apps/history/src/routes. */
export const QUESTION_MODELS: readonly QuestionModel[] = [BLOCKS_MODEL];
