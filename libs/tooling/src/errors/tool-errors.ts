import type { ErrorRow } from './error-row';
import { errorsOf } from './tool-error';
import { truncated } from './wording';

/** The digits of an integer. */
const WHOLE = /^-?[0-9]+$/;
const WHERE_TAKEN = `, where the field takes one: an integer ends at ${Number.MAX_SAFE_INTEGER}`;

/** The errors that this library answers with by itself. An application has them in its own table. */
export const TOOL_ERRORS = {
  INVALID_ARGUMENTS: { status: 400, retry: 'never', message: (problems: string) => problems },
  BODY_NOT_OBJECT: {
    status: 400,
    retry: 'never',
    message: (what: string) => `the body must be a JSON object, got ${what}`,
  },
  BODY_NOT_JSON: {
    status: 400,
    retry: 'never',
    message: (reason: string) => `the body is not valid JSON: ${reason}`,
  },
  BODY_TOO_COMPLEX: {
    status: 400,
    retry: 'never',
    message: (maxValues: number) => `the body has more than ${maxValues} JSON values`,
  },
  DUPLICATE_MEMBER: {
    status: 400,
    retry: 'never',
    message: (path: string) => `${truncated(path)}: occurs more than once`,
  },
  INEXACT_NUMBER: {
    status: 400,
    retry: 'never',
    message: (path: string, number: string) =>
      `${path === '' ? '' : `${truncated(path)}: `}the number ${truncated(number, 40)} has more digits than a JSON ` +
      `number keeps; send it as a string${WHOLE.test(number) ? WHERE_TAKEN : ''}`,
  },
  UNKNOWN_TOOL: {
    status: 404,
    retry: 'never',
    message: (name: string) => `no such tool: ${truncated(name, 101)}`,
  },
  INTERNAL: { status: 500, retry: 'later', message: () => 'internal error' },
} as const satisfies Record<string, ErrorRow>;

/** The error of a row of TOOL_ERRORS. */
export const toolError = errorsOf(TOOL_ERRORS);
