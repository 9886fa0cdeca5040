import { IndexedTransactionQuery, V1TransactionBody } from '@app/node-api';
import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Members } from '../http/members.decorator';
import { TransactionsService } from './transactions.service';

@ApiTags('history')
@Controller()
export class TransactionsController {
  constructor(private readonly transactions: TransactionsService) {}

  @Get('v2/history/get_transaction')
  @ApiOperation({ summary: 'All actions of a transaction' })
  getTransaction(@Query() { id = '' }: IndexedTransactionQuery): Promise<object> {
    return this.transactions.getTransaction(id);
  }

  @Get('v2/history/check_transaction')
  @ApiOperation({ summary: 'Whether a transaction was executed' })
  checkTransaction(@Query() { id = '' }: IndexedTransactionQuery): Promise<object> {
    return this.transactions.checkTransaction(id);
  }

  @Post('v1/history/get_transaction')
  @HttpCode(200)
  @ApiOperation({ summary: 'A transaction with its traces' })
  @ApiBody({ type: V1TransactionBody })
  postLegacyTransaction(@Members() { id }: V1TransactionBody): Promise<object> {
    return this.transactions.getLegacyTransaction(id);
  }

  @Get('v1/history/get_transaction')
  @ApiOperation({ summary: 'A transaction with its traces' })
  getLegacyTransaction(@Members() { id }: V1TransactionBody): Promise<object> {
    return this.transactions.getLegacyTransaction(id);
  }
}
