import { AccountPageQuery } from '@app/node-api';
import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByGet } from '../http/node-route.decorator';
import { TokensService } from './tokens.service';

@ApiTags('state')
@Controller()
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @ByGet('/v2/state/get_tokens')
  getTokens(@Query() query: AccountPageQuery): Promise<object> {
    return this.tokens.getTokens(query);
  }
}
