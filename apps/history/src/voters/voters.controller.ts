import { VotersQuery } from '@app/node-api';
import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByGet } from '../http/node-route.decorator';
import { VotersService } from './voters.service';

@ApiTags('state')
@Controller()
export class VotersController {
  constructor(private readonly voters: VotersService) {}

  @ByGet('/v2/state/get_voters')
  getVoters(@Query() query: VotersQuery): Promise<object> {
    return this.voters.getVoters(query);
  }
}
