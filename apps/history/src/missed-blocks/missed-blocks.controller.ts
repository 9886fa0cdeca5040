import { MissedBlocksQuery } from '@app/node-api';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { MissedBlocksService } from './missed-blocks.service';

@ApiTags('stats')
@Controller('v2/stats')
export class MissedBlocksController {
  constructor(private readonly missedBlocks: MissedBlocksService) {}

  @Get('get_missed_blocks')
  @ApiOperation({ summary: 'Blocks that producers missed' })
  getMissedBlocks(@Query() query: MissedBlocksQuery): Promise<object> {
    return this.missedBlocks.getMissedBlocks(query);
  }
}
