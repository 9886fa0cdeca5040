import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByGet } from '../http/node-route.decorator';
import { HistoryDeltasQuery } from './deltas.dto';
import { DeltasService } from './deltas.service';

@ApiTags('history')
@Controller()
export class DeltasController {
  constructor(private readonly deltas: DeltasService) {}

  @ByGet('/v2/history/get_deltas')
  getDeltas(@Query() query: HistoryDeltasQuery): Promise<object> {
    return this.deltas.getDeltas(query);
  }
}
