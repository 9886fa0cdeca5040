import { MissedBlocksQuery } from '@app/node-api';
import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByGet } from '../http/node-route.decorator';
import { MissedBlocksService } from './missed-blocks.service';

@ApiTags('stats')
@Controller()
export class MissedBlocksController {
  constructor(private readonly missedBlocks: MissedBlocksService) {}

  @ByGet('/v2/stats/get_missed_blocks')
  getMissedBlocks(@Query() query: MissedBlocksQuery): Promise<object> {
    return this.missedBlocks.getMissedBlocks(query);
  }
}
