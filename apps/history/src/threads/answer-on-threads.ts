import { endWithClient } from '@app/operations';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { membersOf, requireShallow } from '../http/members.decorator';
import { HistoryError } from '../parameters/history-error';
import type { AnswerThreads } from './answer-threads';
import type { ClientLimits } from './client-limits';
import { classOf, type RequestClass } from './request-class';
import type { ThreadAnswer } from './thread-messages';

const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;
/** Seconds after which a request that found no room may come again. */
const FULL_SECONDS = 1;

interface Parts {
  /** Name of the chain. */
  readonly chain: string;
  readonly threads: Pick<AnswerThreads, 'answer'>;
  readonly limits: Pick<ClientLimits, 'charge'>;
  /** Called for each request that the budget of its client refuses. */
  readonly refused: (ofClass: RequestClass) => void;
}

/** Answers requests on threads, but those of health, documentation and streams, which this thread always answers. */
export function answerOnThreads({ chain, threads, limits, refused }: Parts): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const body: unknown = request.body;
    requireShallow(body);
    const ofClass = classOf(request.path, parametersOf(request));
    if (ofClass === undefined) return next();
    const charged = limits.charge(request, ofClass === 'dear');
    if (typeof charged === 'number') {
      refused(ofClass);
      response.setHeader('retry-after', charged);
      return next(tooMuch(charged));
    }
    const { method, originalUrl: url } = request;
    const pending = threads.answer(ofClass, { chain, method, url, body, ...charged });
    response.once('close', pending.leave);
    if (ofClass === 'dear') endWithClient(request, response);
    pending.answer.then(
      (answer) => send(answer, response),
      (error: unknown) => {
        if (!response.headersSent) response.setHeader('retry-after', FULL_SECONDS);
        next(error);
      },
    );
  };
}

/** The members that the route of a request reads: no other one may change its class. */
const parametersOf = (request: Request): Readonly<Record<string, unknown>> => ({
  ...(request.path.startsWith('/v2') ? request.query : membersOf(request)),
});

function send({ status, headers, body }: ThreadAnswer, response: Response): void {
  if (response.destroyed) return;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.status(status);
  if (status === UNAVAILABLE) response.setHeader('retry-after', FULL_SECONDS);
  response.end(body);
}

const tooMuch = (seconds: number): HistoryError =>
  new HistoryError(
    TOO_MANY_REQUESTS,
    `this client has asked for too much work: narrow its searches, or wait ${seconds} s`,
  );
