import { StoreUnavailableError } from '../errors';

const UNDEFINED_TABLE = '42P01';
/**
 * Connection errors, a full server, and a server that stops or starts.
 * Source: PostgreSQL, Appendix A, Error Codes.
 */
const UNAVAILABLE_CLASSES = ['08', '53', '57P', UNDEFINED_TABLE];

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether the server does not work now; the statement itself is not at fault. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  const isLost = error instanceof Error && code === '' && error.message.includes('Connection terminated');
  return isLost || /^E[A-Z]+$/.test(code) || UNAVAILABLE_CLASSES.some((prefix) => code.startsWith(prefix));
}

export function unavailable(cause: unknown): StoreUnavailableError {
  if (codeOf(cause) === UNDEFINED_TABLE)
    return new StoreUnavailableError('the database holds no history yet', { cause });
  const reason = cause instanceof Error ? reasonOf(cause) : String(cause);
  return new StoreUnavailableError(`the database does not answer: ${reason}`, { cause });
}

/** Node gives a text to the single attempts alone where a name has several addresses. */
const reasonOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map(String).join('; ') : error.message;
