import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The members of a /v1 request: those of the body, of a GET those of its query. */
export const Members = createParamDecorator((_data: unknown, context: ExecutionContext): object => {
  const { method, query, body } = context.switchToHttp().getRequest<Request>();
  const members: unknown = method === 'GET' ? query : body;
  return typeof members === 'object' && members !== null && !Array.isArray(members) ? { ...members } : {};
});
