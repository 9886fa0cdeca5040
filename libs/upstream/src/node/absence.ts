import type { NodeAnswerError } from './errors';

const ACCOUNT_QUERY = 3_060_002;

/**
 * Whether a node refuses because there is no such account. Nodes say so in two ways: an own code since Leap 5, an index's
 * "unknown key" before.
 */
export const isAbsence = ({ code, reason }: NodeAnswerError): boolean =>
  code === ACCOUNT_QUERY || (code === 0 && reason.startsWith('unknown key'));
