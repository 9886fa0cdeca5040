import { VotersQuery } from '@app/node-api';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { VotersService } from './voters.service';

@ApiTags('state')
@Controller('v2/state')
export class VotersController {
  constructor(private readonly voters: VotersService) {}

  @Get('get_voters')
  @ApiOperation({ summary: 'Voters' })
  getVoters(@Query() query: VotersQuery): Promise<object> {
    return this.voters.getVoters(query);
  }
}
