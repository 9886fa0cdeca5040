import { TraceBlockBody, TransactionTraceBody } from '@app/node-api';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Members } from '../http/members.decorator';
import { TraceService } from './trace.service';

@ApiTags('trace')
@Controller('v1/trace_api')
export class TraceController {
  constructor(private readonly trace: TraceService) {}

  @Post('get_block')
  @HttpCode(200)
  @ApiOperation({ summary: 'Traces of a block, by its number or id' })
  @ApiBody({ type: TraceBlockBody })
  postBlock(@Members() { block_num, block_id }: TraceBlockBody): Promise<object> {
    return this.trace.getBlock(block_num, block_id);
  }

  @Get('get_block')
  @ApiOperation({ summary: 'Traces of a block, by its number or id' })
  getBlock(@Members() { block_num, block_id }: TraceBlockBody): Promise<object> {
    return this.trace.getBlock(block_num, block_id);
  }

  @Post('get_transaction_trace')
  @HttpCode(200)
  @ApiOperation({ summary: 'Trace of a transaction' })
  @ApiBody({ type: TransactionTraceBody })
  postTransactionTrace(@Members() { id }: TransactionTraceBody): Promise<object> {
    return this.trace.getTransactionTrace(id);
  }

  @Get('get_transaction_trace')
  @ApiOperation({ summary: 'Trace of a transaction' })
  getTransactionTrace(@Members() { id }: TransactionTraceBody): Promise<object> {
    return this.trace.getTransactionTrace(id);
  }
}
