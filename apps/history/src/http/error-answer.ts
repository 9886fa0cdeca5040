import { STATUS_CODES } from 'node:http';

/** Shape of an error: nodeos' `{code, message, error}`, or Hyperion's `{statusCode, error, message}`. */
export type ErrorShape = 'nodeos' | 'hyperion';

const NODEOS_PATH = /^\/v1\/(?:chain|trace_api|node)\//;

export const errorShapeOf = (path: string): ErrorShape => (NODEOS_PATH.test(path) ? 'nodeos' : 'hyperion');

/** The body of an error as the clients of a route read it. nodeos' `details` has one entry: clients fail without any. */
export function errorAnswer(shape: ErrorShape, status: number, message: string): object {
  if (shape === 'hyperion')
    return { statusCode: status, error: STATUS_CODES[status] ?? 'Internal Server Error', message };
  return {
    code: status,
    message,
    error: {
      code: 0,
      name: 'exception',
      what: 'unspecified',
      details: [{ message, file: 'history', line_number: 0, method: '' }],
    },
  };
}
