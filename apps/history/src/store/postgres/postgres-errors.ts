import { StoreUnavailableError } from '../errors';
import { NoAnswerError } from './answer-limit';

const UNDEFINED_TABLE = '42P01';
/** The server stopped a statement, after its time limit as a rule. */
const QUERY_CANCELED = '57014';
/** The server ended a session whose transaction was left open. */
const IDLE_TRANSACTION = '25P03';
/**
 * Connection errors, a full server, a server that stops or starts, and a transaction that the server rolled back: on a
 * standby, for a conflict with what it recovers.
 * Source: PostgreSQL, Appendix A, Error Codes.
 */
const UNAVAILABLE_CLASSES = ['08', '40', '53', '57P', UNDEFINED_TABLE, QUERY_CANCELED, IDLE_TRANSACTION];
/** Errors of the package for a connection that was lost; they have no code. */
const LOST_CONNECTION = /^Connection terminated|is not queryable$/;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether the server does not work now, or not in time; another attempt may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof NoAnswerError) return true;
  const code = codeOf(error);
  const isLost = error instanceof Error && code === '' && LOST_CONNECTION.test(error.message);
  return isLost || /^E[A-Z]+$/.test(code) || UNAVAILABLE_CLASSES.some((prefix) => code.startsWith(prefix));
}

/**
 * Whether a statement that a connection has prepared is for the columns of a table before a migration. The connection
 * has to be closed. Source: PostgreSQL, RevalidateCachedQuery.
 */
export const isOutdatedPlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan');

/** `statementMs` is the time limit of a statement. */
export function unavailable(cause: unknown, statementMs: number): StoreUnavailableError {
  if (codeOf(cause) === UNDEFINED_TABLE)
    return new StoreUnavailableError('the database holds no history yet', { cause });
  if (codeOf(cause) === QUERY_CANCELED)
    return new StoreUnavailableError(
      `the database stopped a statement, which may take ${statementMs} ms: narrow the search, or try again`,
      { cause },
    );
  const reason = cause instanceof Error ? reasonOf(cause) : String(cause);
  return new StoreUnavailableError(`the database does not answer: ${reason}`, { cause });
}

/** Text of the package when all connections of a pool stay in use. */
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

/** Node gives a text to the single attempts alone where a name has several addresses. */
function reasonOf(error: Error): string {
  if (error.message === NO_FREE_CONNECTION) return 'all connections are in use';
  return error instanceof AggregateError ? error.errors.map(String).join('; ') : error.message;
}
