import type { QuestionModel } from './question-model';
import { BLOCKS_MODEL } from './questions/blocks';
import { ROWS_AT_BLOCK_MODEL, TABLE_ROWS_MODEL } from './questions/rows';
import { TOKENS_AT_BLOCK_MODEL } from './questions/tokens';
import { PERIOD_USAGE_MODEL, TRANSACTION_COUNTS_MODEL } from './questions/stats';

/** One entry for each question of apps/history/src/routes. */
export const QUESTION_MODELS: readonly QuestionModel[] = [
  BLOCKS_MODEL,
  PERIOD_USAGE_MODEL,
  ROWS_AT_BLOCK_MODEL,
  TABLE_ROWS_MODEL,
  TOKENS_AT_BLOCK_MODEL,
  TRANSACTION_COUNTS_MODEL,
];
