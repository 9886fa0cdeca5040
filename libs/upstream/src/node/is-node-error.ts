import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from './errors';
import { UnreadableAnswerError } from './parse-answer';

const NODE_ERRORS = [AnswerTooLargeError, NodeAnswerError, NodeFailure, UnreadableAnswerError] as const;

/** Whether one node caused an error: it failed, refused, or gave an answer that cannot be used. */
export const isNodeError = (error: unknown): boolean => NODE_ERRORS.some((known) => error instanceof known);
