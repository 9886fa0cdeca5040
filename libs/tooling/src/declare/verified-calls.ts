import { VerifiedCall } from '@app/operations';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { defer, lastValueFrom, type Observable, tap } from 'rxjs';

/** Name of the header of an answer whose reads were compared over nodes. */
export const VERIFIED_HEADER_NAME = 'x-verified';

/** That header in the API description. */
export const VERIFIED_HEADER = {
  [VERIFIED_HEADER_NAME]: {
    description:
      'Nodes that gave the answer, of those it was compared over, as in `2/3`: of the read that the fewest agree on. ' +
      'Absent where nothing was compared',
    schema: { type: 'string', example: '2/2' },
  },
};

interface HeaderTarget {
  setHeader(name: string, value: string): unknown;
}

/** Has the reads of a tool compared over nodes, and states the outcome in the answer's header. Over MCP as well. */
export class VerifiedCalls implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const call = new VerifiedCall();
    return defer(() => call.run(() => lastValueFrom(next.handle()))).pipe(
      tap(() => {
        const { weakest } = call;
        if (weakest === undefined) return;
        const value = `${weakest.agreeing}/${weakest.asked}`;
        context.switchToHttp().getResponse<HeaderTarget>().setHeader(VERIFIED_HEADER_NAME, value);
      }),
    );
  }
}
