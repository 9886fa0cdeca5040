import { TraceBlockBody, TransactionTraceBody } from '@app/node-api';
import { Controller } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { ByGet, ByPost } from '../http/node-route.decorator';
import { Members } from '../http/members.decorator';
import { TraceService } from './trace.service';

@ApiTags('trace')
@Controller()
export class TraceController {
  constructor(private readonly trace: TraceService) {}

  @ByPost('/v1/trace_api/get_block')
  @ApiBody({ type: TraceBlockBody })
  postBlock(@Members() { block_num, block_id }: TraceBlockBody): Promise<object> {
    return this.trace.getBlock(block_num, block_id);
  }

  @ByGet('/v1/trace_api/get_block')
  getBlock(@Members() { block_num, block_id }: TraceBlockBody): Promise<object> {
    return this.trace.getBlock(block_num, block_id);
  }

  @ByPost('/v1/trace_api/get_transaction_trace')
  @ApiBody({ type: TransactionTraceBody })
  postTransactionTrace(@Members() { id }: TransactionTraceBody): Promise<object> {
    return this.trace.getTransactionTrace(id);
  }

  @ByGet('/v1/trace_api/get_transaction_trace')
  getTransactionTrace(@Members() { id }: TransactionTraceBody): Promise<object> {
    return this.trace.getTransactionTrace(id);
  }
}
