import { ScheduleQuery } from '@app/node-api';
import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByGet } from '../http/node-route.decorator';
import { SchedulesService } from './schedules.service';

@ApiTags('history')
@Controller()
export class SchedulesController {
  constructor(private readonly schedules: SchedulesService) {}

  @ByGet('/v2/history/get_schedule')
  getSchedule(@Query() query: ScheduleQuery): Promise<object> {
    return this.schedules.getSchedule(query);
  }
}
