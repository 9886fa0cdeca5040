import { ControlledAccountsBody, KeyAccountsBody, KeyAccountsQuery } from '@app/node-api';
import { Controller, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { ByGet, ByPost } from '../http/node-route.decorator';
import { Members } from '../http/members.decorator';
import { KeysService } from './keys.service';

@ApiTags('accounts')
@Controller()
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @ByGet('/v2/state/get_key_accounts')
  getKeyAccounts(@Query() query: KeyAccountsQuery): Promise<object> {
    return this.keys.getKeyAccounts(query);
  }

  @ByPost('/v2/state/get_key_accounts')
  @ApiBody({ type: KeyAccountsBody })
  postKeyAccounts(@Members() { public_key }: KeyAccountsBody): Promise<object> {
    return this.keys.getKeyAccounts({ public_key });
  }

  @ByPost('/v1/history/get_key_accounts')
  @ApiBody({ type: KeyAccountsBody })
  postLegacyKeyAccounts(@Members() { public_key }: KeyAccountsBody): Promise<object> {
    return this.keys.getLegacyKeyAccounts(public_key);
  }

  @ByGet('/v1/history/get_key_accounts')
  getLegacyKeyAccounts(@Members() { public_key }: KeyAccountsBody): Promise<object> {
    return this.keys.getLegacyKeyAccounts(public_key);
  }

  @ByPost('/v1/history/get_controlled_accounts')
  @ApiBody({ type: ControlledAccountsBody })
  postControlledAccounts(@Members() body: ControlledAccountsBody): Promise<object> {
    return this.keys.getControlledAccounts(body.controlling_account);
  }

  @ByGet('/v1/history/get_controlled_accounts')
  getControlledAccounts(@Members() body: ControlledAccountsBody): Promise<object> {
    return this.keys.getControlledAccounts(body.controlling_account);
  }
}
