import { ProposalsQuery } from '@app/node-api';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ProposalsService } from './proposals.service';

@ApiTags('state')
@Controller('v2/state')
export class ProposalsController {
  constructor(private readonly proposals: ProposalsService) {}

  @Get('get_proposals')
  @ApiOperation({ summary: 'Multi-signature proposals' })
  getProposals(@Query() query: ProposalsQuery): Promise<object> {
    return this.proposals.getProposals(query);
  }
}
