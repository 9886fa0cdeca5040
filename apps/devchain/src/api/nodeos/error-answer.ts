import { isExecutionError } from '../../kernel/execution/trace';
import { ChainError } from '../../kernel/sdk/errors/chain-error';
import type { HttpReply } from '../../http/http-server';

interface HttpKind {
  readonly status: number;
  readonly message: string;
}

/**
 * Errors that have a status of their own, by the protocol's name of the kind. All others are 500, and so is every
 * error inside a transaction: nodeos keeps it in the trace without its C++ type, which is what the status goes by.
 */
const HTTP_KINDS: Readonly<Record<string, HttpKind>> = {
  unknown_block_exception: { status: 400, message: 'Unknown Block' },
  invalid_http_request: { status: 400, message: 'Invalid Request' },
  account_query_exception: { status: 400, message: 'Account lookup' },
  unsatisfied_authorization: { status: 401, message: 'UnAuthorized' },
  tx_duplicate: { status: 409, message: 'Conflict' },
};
const SERVICE_ERROR: HttpKind = { status: 500, message: 'Internal Service Error' };

/** The error a client sees; `method` is the route's own name, as in nodeos' details. */
export function errorReply(error: ChainError, method: string): HttpReply {
  const kind = (isExecutionError(error) ? undefined : HTTP_KINDS[error.kind]) ?? SERVICE_ERROR;
  return replyOf(kind, {
    code: error.code,
    name: error.kind,
    what: error.what,
    // Exactly one, as nodeos has it without verbose-http-errors: error.message is that of the first particular.
    details: [{ message: error.message, file: 'devchain', line_number: 0, method }],
  });
}

/** A failure the chain has no kind for; its cause stays in the log. */
export const unexpectedReply = (method: string): HttpReply =>
  errorReply(
    new ChainError('unspecified', 'Unexpected failure: see the log of the development chain'),
    method,
  );

/** No such path, query string included. */
export const NOT_FOUND: HttpReply = replyOf(
  { status: 404, message: 'Not Found' },
  {
    code: 0,
    name: 'exception',
    what: 'unspecified',
    details: [{ message: 'Unknown Endpoint', file: 'devchain', line_number: 0, method: 'handle_request' }],
  },
);

/** A target that is no absolute path. */
export const ILLEGAL_TARGET: HttpReply = replyOf(
  { status: 400, message: 'Illegal request-target' },
  { code: 0, name: '', what: '', details: [] },
);

function replyOf({ status, message }: HttpKind, error: object): HttpReply {
  return { status, body: JSON.stringify({ code: status, message, error }) };
}
