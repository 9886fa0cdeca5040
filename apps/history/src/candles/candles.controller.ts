import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CandlesQuery } from './candles.dto';
import { CandlesService } from './candles.service';

@ApiTags('history')
@Controller('v2/history')
export class CandlesController {
  constructor(private readonly candles: CandlesService) {}

  @Get('get_candles')
  @ApiOperation({ summary: 'Open, high, low, close and volume of a pair of the exchange' })
  getCandles(@Query() query: CandlesQuery): Promise<object> {
    return this.candles.getCandles(query);
  }
}
