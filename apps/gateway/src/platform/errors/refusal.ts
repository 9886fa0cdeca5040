import { type ErrorKind, ToolError } from '@app/tooling';
import { HttpException } from '@nestjs/common';
import { asToolError } from './error-mapping';

/** The answer to an error: a status, header fields and the message. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: string;
}

/** Makes the JSON body of the answer to an error. */
export type ErrorBody = (refusal: Refusal) => object;

/** The error shape of the tools, and of every path without a shape of its own. */
export const toolErrorBody: ErrorBody = ({ message }) => ({ error: message });

/** A refusal whose status asks for fields of the answer, as 405 for `Allow`. */
export class HttpError extends ToolError implements Refusal {
  constructor(
    kind: ErrorKind,
    message: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(kind, message);
  }
}

/** The answer to any error at all. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof HttpError) return error;
  if (error instanceof HttpException && error.getStatus() < 500) {
    return { status: error.getStatus(), headers: {}, message: error.message };
  }
  const { status, message } = asToolError(error);
  return { status, message, headers: {} };
}
