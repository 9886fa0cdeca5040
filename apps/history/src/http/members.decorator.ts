import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { badRequest } from '../parameters/history-error';

/** No member holds more than a list; the pipes behind this one, and copies for a thread, go through all levels by recursion. */
const MAX_DEPTH = 8;

/** @throws HistoryError */
export function requireShallow(members: unknown): void {
  if (!isWithin(members, MAX_DEPTH)) throw badRequest('the members are nested too deeply');
}

/** The members of a /v1 request: those of the body, of a GET those of its query. @throws HistoryError */
export function membersOf({ method, query, body }: Pick<Request, 'method' | 'query' | 'body'>): object {
  const members: unknown = method === 'GET' ? query : body;
  requireShallow(members);
  return typeof members === 'object' && members !== null && !Array.isArray(members) ? { ...members } : {};
}

/** As `membersOf`, of the request of a handler. */
export const Members = createParamDecorator((_data: unknown, context: ExecutionContext): object =>
  membersOf(context.switchToHttp().getRequest<Request>()),
);

/** Whether a value has no more levels of lists and objects. */
export const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1)));
