import { IndexedTransactionQuery, TransactionProofQuery, V1TransactionBody } from '@app/node-api';
import { Controller, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { ByGet, ByPost } from '../http/node-route.decorator';
import { Members } from '../http/members.decorator';
import { TransactionsService } from './transactions.service';

@ApiTags('history')
@Controller()
export class TransactionsController {
  constructor(private readonly transactions: TransactionsService) {}

  @ByGet('/v2/history/get_transaction')
  getTransaction(@Query() { id = '', proof = false }: TransactionProofQuery): Promise<object> {
    return this.transactions.getTransaction(id, proof);
  }

  @ByGet('/v2/history/check_transaction')
  checkTransaction(@Query() { id = '' }: IndexedTransactionQuery): Promise<object> {
    return this.transactions.checkTransaction(id);
  }

  @ByPost('/v1/history/get_transaction')
  @ApiBody({ type: V1TransactionBody })
  postLegacyTransaction(@Members() { id }: V1TransactionBody): Promise<object> {
    return this.transactions.getLegacyTransaction(id);
  }

  @ByGet('/v1/history/get_transaction')
  getLegacyTransaction(@Members() { id }: V1TransactionBody): Promise<object> {
    return this.transactions.getLegacyTransaction(id);
  }
}
