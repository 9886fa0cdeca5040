import type { Refusal } from '../../../platform/errors/refusal';
import type { ErrorShape } from '@app/node-api';

/** nodeos' number, name and text of an error. Source: nodeos, the registry of exceptions. */
export interface NodeosError {
  readonly code: number;
  readonly name: string;
  readonly what: string;
}

export const INVALID_HTTP_REQUEST: NodeosError = {
  code: 3200006,
  name: 'invalid_http_request',
  what: 'invalid http request',
};
export const UNSPECIFIED: NodeosError = { code: 0, name: 'exception', what: 'unspecified' };
export const UNKNOWN_OUTCOME: NodeosError = {
  code: 0,
  name: 'outcome_unknown',
  what: 'Outcome of the push unknown',
};
export const TOO_MANY_AT_ONCE: NodeosError = {
  code: 3040012,
  name: 'too_many_tx_at_once',
  what: 'Pushing too many transactions at once',
};
export const BUSY: NodeosError = { code: 503, name: 'Busy', what: 'Busy' };

const TITLES: Readonly<Record<number, { nodeos: string; http: string }>> = {
  400: { nodeos: 'Invalid Request', http: 'Bad Request' },
  404: { nodeos: 'Not Found', http: 'Not Found' },
  405: { nodeos: 'Method Not Allowed', http: 'Method Not Allowed' },
  413: { nodeos: 'Payload Too Large', http: 'Payload Too Large' },
  415: { nodeos: 'Unsupported Media Type', http: 'Unsupported Media Type' },
  429: { nodeos: 'Busy', http: 'Too Many Requests' },
  500: { nodeos: 'Internal Service Error', http: 'Internal Server Error' },
  502: { nodeos: 'Bad Gateway', http: 'Bad Gateway' },
  503: { nodeos: 'Service Unavailable', http: 'Service Unavailable' },
  504: { nodeos: 'Gateway Timeout', http: 'Gateway Timeout' },
};

interface MirrorErrorOptions extends ErrorOptions {
  /** Fields of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that the mirror answers itself. */
export class MirrorError extends Error implements Refusal {
  override readonly name = 'MirrorError';
  readonly headers: Readonly<Record<string, string>>;

  /** @param message readable, safe for clients */
  constructor(
    readonly status: number,
    message: string,
    readonly error: NodeosError = UNSPECIFIED,
    { headers = {}, ...options }: MirrorErrorOptions = {},
  ) {
    super(message, options);
    this.headers = headers;
  }
}

/**
 * The body of an error as the clients of a surface read it. nodeos' `details` has one entry: clients take the reason
 * from it, and fail without any.
 */
export function errorBody(shape: ErrorShape, { status, message, error }: MirrorError): object {
  const titles = TITLES[status] ?? { nodeos: 'Internal Service Error', http: 'Internal Server Error' };
  if (shape === 'hyperion') return { statusCode: status, error: titles.http, message };
  return {
    code: status,
    message: titles.nodeos,
    error: { ...error, details: [{ message, file: 'gateway', line_number: 0, method: '' }] },
  };
}
