import { ControlledAccountsBody, KeyAccountsBody, KeyAccountsQuery } from '@app/node-api';
import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Members } from '../http/members.decorator';
import { KeysService } from './keys.service';

@ApiTags('accounts')
@Controller()
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Get('v2/state/get_key_accounts')
  @ApiOperation({ summary: 'Accounts of a public key' })
  getKeyAccounts(@Query() query: KeyAccountsQuery): Promise<object> {
    return this.keys.getKeyAccounts(query);
  }

  @Post('v2/state/get_key_accounts')
  @HttpCode(200)
  @ApiOperation({ summary: 'Accounts of a public key' })
  @ApiBody({ type: KeyAccountsBody })
  postKeyAccounts(@Members() { public_key }: KeyAccountsBody): Promise<object> {
    return this.keys.getKeyAccounts({ public_key });
  }

  @Post('v1/history/get_key_accounts')
  @HttpCode(200)
  @ApiOperation({ summary: 'Accounts of a public key' })
  @ApiBody({ type: KeyAccountsBody })
  postLegacyKeyAccounts(@Members() { public_key }: KeyAccountsBody): Promise<object> {
    return this.keys.getLegacyKeyAccounts(public_key);
  }

  @Get('v1/history/get_key_accounts')
  @ApiOperation({ summary: 'Accounts of a public key' })
  getLegacyKeyAccounts(@Members() { public_key }: KeyAccountsBody): Promise<object> {
    return this.keys.getLegacyKeyAccounts(public_key);
  }

  @Post('v1/history/get_controlled_accounts')
  @HttpCode(200)
  @ApiOperation({ summary: 'Accounts that an account controls' })
  @ApiBody({ type: ControlledAccountsBody })
  postControlledAccounts(@Members() body: ControlledAccountsBody): Promise<object> {
    return this.keys.getControlledAccounts(body.controlling_account);
  }

  @Get('v1/history/get_controlled_accounts')
  @ApiOperation({ summary: 'Accounts that an account controls' })
  getControlledAccounts(@Members() body: ControlledAccountsBody): Promise<object> {
    return this.keys.getControlledAccounts(body.controlling_account);
  }
}
