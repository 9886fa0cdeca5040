import type { Logger } from '@app/operations';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { HistoryError } from '../parameters/history-error';
import { BroadQueryError, LargeAnswerError, LargePageError, StoreUnavailableError } from '../store/errors';
import { errorAnswer, errorShapeOf } from './error-answer';

interface Refusal {
  readonly status: number;
  readonly message: string;
}

const INTERNAL = 500;
const BAD_REQUEST = 400;
const UNAVAILABLE = 503;
const LEGACY_ACTIONS = '/v1/history/get_actions';
/** Routes whose pages a cursor continues. */
const WITH_CURSOR: ReadonlySet<string> = new Set([
  '/v2/history/get_actions',
  '/v2/history/get_deltas',
  '/v2/state/get_proposals',
]);

/** Answers every error in the shape that the clients of its route read. Errors without a known reason are logged. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const refusal = refusalOf(error, request) ?? this.#unexpected(error, request.path);
    response
      .status(refusal.status)
      .json(errorAnswer(errorShapeOf(request.path), refusal.status, refusal.message));
  }

  #unexpected(error: unknown, path: string): Refusal {
    this.logger.error({ err: error, path }, 'request failed');
    return { status: INTERNAL, message: 'internal error' };
  }
}

function refusalOf(error: unknown, { method, path }: Request): Refusal | undefined {
  if (error instanceof HistoryError) return error;
  if (error instanceof BroadQueryError)
    return {
      status: BAD_REQUEST,
      message: `narrow the search: it would look at too many rows; add ${error.narrowBy.join(', ')}`,
    };
  if (error instanceof LargePageError) return { status: BAD_REQUEST, message: tooLarge(error, path) };
  if (error instanceof LargeAnswerError) return { status: BAD_REQUEST, message: error.message };
  if (error instanceof StoreUnavailableError) return { status: UNAVAILABLE, message: error.message };
  if (error instanceof HttpException) {
    const status = error.getStatus();
    return { status, message: status === 404 ? `Route ${method}:${path} not found` : error.message };
  }
  return bodyRefusal(error);
}

function tooLarge({ message }: LargePageError, path: string): string {
  if (path === LEGACY_ACTIONS) return `offset: ${message}. Take a smaller one`;
  const others = WITH_CURSOR.has(path) ? ', or the cursor of the page before in place of skip' : '';
  return `limit: ${message}. Take a lower one${others}`;
}

/** Errors of the body parser carry a status below 500. */
function bodyRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status, message } = error as { status: unknown; message: string };
  return typeof status === 'number' && status >= BAD_REQUEST && status < INTERNAL
    ? { status, message }
    : undefined;
}
