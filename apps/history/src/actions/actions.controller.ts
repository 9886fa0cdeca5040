import { Controller, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { ByGet, ByPost } from '../http/node-route.decorator';
import { Members } from '../http/members.decorator';
import type { QueryParameters } from '../parameters/action-members';
import { HistoryActionsQuery, LegacyActionsBody } from './actions.dto';
import { ActionsService } from './actions.service';

@ApiTags('history')
@Controller()
export class ActionsController {
  constructor(private readonly actions: ActionsService) {}

  @ByGet('/v2/history/get_actions')
  getActions(@Query() query: HistoryActionsQuery): Promise<object> {
    return this.actions.getActions(query as HistoryActionsQuery & QueryParameters);
  }

  @ByPost('/v1/history/get_actions')
  @ApiBody({ type: LegacyActionsBody })
  postLegacyActions(@Members() body: LegacyActionsBody): Promise<object> {
    return this.actions.getLegacyActions(body);
  }

  @ByGet('/v1/history/get_actions')
  getLegacyActions(@Members() body: LegacyActionsBody): Promise<object> {
    return this.actions.getLegacyActions(body);
  }
}
