import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { HistoryDeltasQuery } from './deltas.dto';
import { DeltasService } from './deltas.service';

@ApiTags('history')
@Controller('v2/history')
export class DeltasController {
  constructor(private readonly deltas: DeltasService) {}

  @Get('get_deltas')
  @ApiOperation({ summary: 'Changed table rows' })
  getDeltas(@Query() query: HistoryDeltasQuery): Promise<object> {
    return this.deltas.getDeltas(query);
  }
}
