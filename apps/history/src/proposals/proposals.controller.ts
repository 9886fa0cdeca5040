import { ProposalsQuery } from '@app/node-api';
import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByGet } from '../http/node-route.decorator';
import { ProposalsService } from './proposals.service';

@ApiTags('state')
@Controller()
export class ProposalsController {
  constructor(private readonly proposals: ProposalsService) {}

  @ByGet('/v2/state/get_proposals')
  getProposals(@Query() query: ProposalsQuery): Promise<object> {
    return this.proposals.getProposals(query);
  }
}
