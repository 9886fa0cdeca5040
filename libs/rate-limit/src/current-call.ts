import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AddressedRequest } from '@app/operations';
import type { HeaderSink } from './bucket.guard';

/** A call of a handler, as BucketGuard counts it. */
export interface CountedCall {
  readonly request: AddressedRequest;
  readonly response: HeaderSink;
}

/** The call, for a handler that counts more units of it than the guard did; REST and MCP alike. */
export const CurrentCall = createParamDecorator((_data: unknown, context: ExecutionContext): CountedCall => {
  const http = context.switchToHttp();
  return { request: http.getRequest(), response: http.getResponse() };
});
