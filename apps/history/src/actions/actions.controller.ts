import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Members } from '../http/members.decorator';
import type { QueryParameters } from '../parameters/action-members';
import { HistoryActionsQuery, LegacyActionsBody } from './actions.dto';
import { ActionsService } from './actions.service';

@ApiTags('history')
@Controller()
export class ActionsController {
  constructor(private readonly actions: ActionsService) {}

  @Get('v2/history/get_actions')
  @ApiOperation({ summary: 'Actions' })
  getActions(@Query() query: HistoryActionsQuery): Promise<object> {
    return this.actions.getActions(query as HistoryActionsQuery & QueryParameters);
  }

  @Post('v1/history/get_actions')
  @HttpCode(200)
  @ApiOperation({ summary: 'Actions of an account' })
  @ApiBody({ type: LegacyActionsBody })
  postLegacyActions(@Members() body: LegacyActionsBody): Promise<object> {
    return this.actions.getLegacyActions(body);
  }

  @Get('v1/history/get_actions')
  @ApiOperation({ summary: 'Actions of an account' })
  getLegacyActions(@Members() body: LegacyActionsBody): Promise<object> {
    return this.actions.getLegacyActions(body);
  }
}
