import { AccountPageQuery } from '@app/node-api';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { TokensService } from './tokens.service';

@ApiTags('state')
@Controller('v2/state')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get('get_tokens')
  @ApiOperation({ summary: 'Token holdings of an account' })
  getTokens(@Query() query: AccountPageQuery): Promise<object> {
    return this.tokens.getTokens(query);
  }
}
