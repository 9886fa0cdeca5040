import { AccountPageQuery, AccountQuery } from '@app/node-api';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AccountsService } from './accounts.service';

@ApiTags('accounts')
@Controller('v2')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Get('state/get_account')
  @ApiOperation({ summary: 'An account with links, tokens and newest actions' })
  getAccount(@Query() { account = '', ...page }: AccountPageQuery): Promise<object> {
    return this.accounts.getAccount(account, page);
  }

  @Get('history/get_creator')
  @ApiOperation({ summary: 'Creator of an account' })
  getCreator(@Query() { account = '' }: AccountQuery): Promise<object> {
    return this.accounts.getCreator(account);
  }

  @Get('history/get_created_accounts')
  @ApiOperation({ summary: 'Accounts that an account created' })
  getCreatedAccounts(@Query() { account = '', ...page }: AccountPageQuery): Promise<object> {
    return this.accounts.getCreatedAccounts(account, page);
  }
}
