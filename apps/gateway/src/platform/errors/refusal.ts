import { errorCode } from '@app/chain-tools';
import { ToolError } from '@app/tooling';
import { HttpException } from '@nestjs/common';
import { asToolError } from './error-mapping';

/** The answer to an error: a status, header fields, the message and the word of its kind. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: string;
  /** Undefined for errors in the words of a node. */
  readonly code?: string;
}

/** Whether an error states its answer itself: a decision, not a defect. */
export const isRefusal = (error: unknown): error is Error & Refusal =>
  error instanceof Error && 'status' in error && 'headers' in error;

/** Makes the JSON body of the answer to an error. */
export type ErrorBody = (refusal: Refusal) => object;

/** The error shape of the tools, and of every path without a shape of its own. */
export const toolErrorBody: ErrorBody = ({ message, code }) => ({ error: message, code });

/** A refusal whose status asks for fields of the answer, as 405 for `Allow`. */
export class HttpError extends ToolError implements Refusal {
  constructor(
    { kind, message, ...row }: ToolError,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(kind, message, row);
  }
}

/** The answer to any error at all. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof HttpError) return error;
  if (error instanceof HttpException && error.getStatus() < 500) {
    const status = error.getStatus();
    const code = errorCode(status === 404 ? 'UNKNOWN_ROUTE' : 'MALFORMED_REQUEST');
    return { status, headers: {}, message: error.message, code };
  }
  const { status, message, code } = asToolError(error);
  return { status, message, code, headers: retryHeaders(code) };
}

/** The time of two blocks: a node that is late may have caught up. */
const NOT_REACHED = { 'Retry-After': '1' };

/** Fields that say when to ask again. */
export const retryHeaders = (code: string): Readonly<Record<string, string>> =>
  code === 'block_not_reached' ? NOT_REACHED : {};
