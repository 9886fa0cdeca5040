import { HttpException } from '@nestjs/common';
import { asToolError } from './error-mapping';
import { HttpError } from './http-error';

/** The answer to an error: a status, header fields, and the message of `{error}`. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: string;
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
