import { AccountPageQuery, AccountQuery } from '@app/node-api';
import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByGet } from '../http/node-route.decorator';
import { AccountsService } from './accounts.service';

@ApiTags('accounts')
@Controller()
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @ByGet('/v2/state/get_account')
  getAccount(@Query() { account = '', ...page }: AccountPageQuery): Promise<object> {
    return this.accounts.getAccount(account, page);
  }

  @ByGet('/v2/history/get_creator')
  getCreator(@Query() { account = '' }: AccountQuery): Promise<object> {
    return this.accounts.getCreator(account);
  }

  @ByGet('/v2/history/get_created_accounts')
  getCreatedAccounts(@Query() { account = '', ...page }: AccountPageQuery): Promise<object> {
    return this.accounts.getCreatedAccounts(account, page);
  }
}
