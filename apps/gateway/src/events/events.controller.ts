import type { IncomingMessage } from 'node:http';
import { DEPLOYMENT_TERMS, type DeploymentTerms } from '@app/tooling';
import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { StreamResponse } from '../platform/surface';
import { SURFACE_PATHS } from '../platform/surface-paths';
import { eventsRequest } from './dto/events-request';
import { EventsDescription } from './events.openapi';
import { EventsService } from './events.service';

@ApiTags('Events')
@Controller(`${SURFACE_PATHS.api}events`)
export class EventsController {
  constructor(
    private readonly events: EventsService,
    @Inject(DEPLOYMENT_TERMS) private readonly terms: DeploymentTerms,
  ) {}

  @Get()
  @EventsDescription()
  async stream(
    @Query() query: Readonly<Record<string, unknown>>,
    @Req() request: IncomingMessage,
    @Res() response: StreamResponse,
  ): Promise<void> {
    const id = request.headers['last-event-id'];
    const header = typeof id === 'string' && id !== '' ? id : undefined;
    await this.events.stream(eventsRequest(query, header, this.terms), request, response);
  }
}
