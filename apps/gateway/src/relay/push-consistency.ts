import { CONSISTENCY_NAME, ConsistentRead } from '@app/operations';
import type { ToolRequest } from '@app/chain-tools';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { defer, lastValueFrom, type Observable, tap } from 'rxjs';
import type { Network } from '../network/network';
import type { PushTransactionAnswer } from './dto/push-transaction.dto';

interface HeaderTarget {
  setHeader(name: string, value: string): unknown;
}

/** States the token of the block of a push, which itself waits for no block. Over MCP as well. */
export class PushConsistency implements NestInterceptor<PushTransactionAnswer> {
  intercept(
    context: ExecutionContext,
    next: CallHandler<PushTransactionAnswer>,
  ): Observable<PushTransactionAnswer> {
    const http = context.switchToHttp();
    return defer(() => ConsistentRead.suspend(() => lastValueFrom(next.handle()))).pipe(
      tap(({ network, block_num }) => {
        const { chain } = http.getRequest<ToolRequest>().networkOf?.(network) as Network;
        const token = chain.heads.tokenOfPush(block_num);
        if (token !== undefined) http.getResponse<HeaderTarget>().setHeader(CONSISTENCY_NAME, token);
      }),
    );
  }
}
