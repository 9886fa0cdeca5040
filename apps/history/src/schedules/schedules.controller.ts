import { ScheduleQuery } from '@app/node-api';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { SchedulesService } from './schedules.service';

@ApiTags('history')
@Controller('v2/history')
export class SchedulesController {
  constructor(private readonly schedules: SchedulesService) {}

  @Get('get_schedule')
  @ApiOperation({ summary: 'Producer schedule' })
  getSchedule(@Query() query: ScheduleQuery): Promise<object> {
    return this.schedules.getSchedule(query);
  }
}
