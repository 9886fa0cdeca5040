import { isAbsence } from '../node/absence';
import { NodeAnswerError } from '../node/errors';

/**
 * An answer about an account; undefined when there is no such account.
 */
export async function orAbsent<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof NodeAnswerError && isAbsence(error)) return undefined;
    throw error;
  }
}
