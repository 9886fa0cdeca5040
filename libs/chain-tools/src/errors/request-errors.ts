import { type ErrorRow, TOOL_ERRORS, truncated } from '@app/tooling';

/** Refusals of a request for its form: what it asks for is not looked at. A part of `ERRORS`. */
export const REQUEST_ERRORS = {
  INVALID_ARGUMENTS: TOOL_ERRORS.INVALID_ARGUMENTS,
  BODY_NOT_JSON: TOOL_ERRORS.BODY_NOT_JSON,
  BODY_NOT_OBJECT: TOOL_ERRORS.BODY_NOT_OBJECT,
  BODY_TOO_LARGE: {
    status: 413,
    retry: 'never',
    message: (maxBytes: number) => `the body is larger than ${maxBytes} bytes`,
  },
  BODY_IN_PIECES: {
    status: 413,
    retry: 'never',
    message: (maxPieces: number) => `the body arrives in more than ${maxPieces} pieces`,
  },
  BODY_TOO_COMPLEX: TOOL_ERRORS.BODY_TOO_COMPLEX,
  MESSAGE_TOO_LARGE: {
    status: 413,
    retry: 'never',
    message: (maxBytes: number, largeTools: string) =>
      `the message is larger than ${maxBytes} bytes; only calls of ${largeTools} may be larger`,
  },
  MESSAGE_TOO_COMPLEX: {
    status: 400,
    retry: 'never',
    message: (maxValues: number) =>
      `the message has more than ${maxValues} JSON values besides the arguments of a tool`,
  },
  DUPLICATE_MEMBER: TOOL_ERRORS.DUPLICATE_MEMBER,
  INEXACT_NUMBER: TOOL_ERRORS.INEXACT_NUMBER,
  UNSUPPORTED_ENCODING: {
    status: 415,
    retry: 'never',
    message: (encoding: string) =>
      `content-encoding ${truncated(encoding)} is not supported; send the body uncompressed`,
  },
  MALFORMED_REQUEST: {
    status: 400,
    retry: 'never',
    message: (what: string) => `the request is not valid HTTP: ${what}`,
  },
  EXPECTATION_FAILED: {
    status: 417,
    retry: 'never',
    message: () => 'the Expect header may be 100-continue and nothing else',
  },
  TRANSFER_CODING_NOT_SUPPORTED: {
    status: 501,
    retry: 'never',
    message: () => 'the only transfer coding that is supported is chunked',
  },
  VERSION_NOT_SUPPORTED: {
    status: 505,
    retry: 'never',
    message: (version: string) => `HTTP/${version} is not supported; use HTTP/1.1`,
  },
  REQUEST_HEAD_TOO_LARGE: {
    status: 431,
    retry: 'never',
    message: () => 'the request header is too large',
  },
  REQUEST_TIMEOUT: { status: 408, retry: 'later', message: () => 'the request took too long to arrive' },
  UNKNOWN_TOOL: TOOL_ERRORS.UNKNOWN_TOOL,
  UNKNOWN_ROUTE: {
    status: 404,
    retry: 'never',
    message: (method: string, path: string) => `no such route: ${method} ${path}`,
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retry: 'never',
    message: (method: string, allowed: string) => `method ${method} is not allowed here; use ${allowed}`,
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    retry: 'never',
    message: (origin: string) => `origin ${truncated(origin)} is not allowed`,
  },
  RATE_LIMITED: {
    status: 429,
    retry: 'later',
    message: (bucket: string, limit: number, retryAfterSeconds: number) =>
      `rate limit exceeded for the ${bucket} bucket (${limit} per minute); retry in ${retryAfterSeconds}s` +
      (bucket.startsWith('relay') ? '; this call sent nothing and may be repeated as it is' : ''),
  },
} as const satisfies Record<string, ErrorRow>;
