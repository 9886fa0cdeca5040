import { NodeAnswerError } from '../node/errors';

const ACCOUNT_QUERY = 3_060_002;

/**
 * An answer about an account; undefined when there is no such account. Nodes say so in two ways: an own code since
 * Leap 5, an index's "unknown key" before.
 */
export async function orAbsent<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    const isUnknown =
      error instanceof NodeAnswerError &&
      (error.code === ACCOUNT_QUERY || (error.code === 0 && error.reason.startsWith('unknown key')));
    if (isUnknown) return undefined;
    throw error;
  }
}
