import {
  createParamDecorator,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { deferredHitOf } from './deferred-hit';

/**
 * Counts a request whose handler did not: in the bucket of refusals when reading its input or the handler
 * failed, else in its bucket. Bound by `Bucketed`, as an instance, so that it runs for REST and MCP alike.
 */
export class DeferredHitInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const hit = deferredHitOf(context.switchToHttp().getRequest<object>());
    try {
      const answer: unknown = await lastValueFrom(next.handle());
      await hit.take();
      return of(answer);
    } catch (error) {
      await hit.refused();
      throw error;
    }
  }
}

/** The DeferredHit of the request, for a handler whose effect must not happen before it is counted. */
export const CurrentHit = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  deferredHitOf(context.switchToHttp().getRequest<object>()),
);
