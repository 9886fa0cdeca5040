import type { ServerResponse } from 'node:http';
import { Bucketed } from '@app/rate-limit';
import { Controller, Get, Inject, Post, Req, Res, type Type, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { MirrorErrorFilter } from '../errors/mirror-error.filter';
import { MIRROR_ROOTS } from '../networks';
import { type PollingRequest, PollingService } from './polling.service';
import { STREAM_PATH } from './stream-path';

/** A controller of the requests of long polling below one prefix. */
function controllerOf({ prefix }: (typeof MIRROR_ROOTS)[number]): Type<object> {
  @Controller(prefix + STREAM_PATH)
  @ApiExcludeController()
  @Bucketed('mirror')
  @UseFilters(MirrorErrorFilter)
  class StreamController {
    constructor(@Inject(PollingService) private readonly polling: PollingService) {}

    @Get()
    poll(@Req() request: PollingRequest, @Res() response: ServerResponse): Promise<void> {
      return this.polling.answer(request, response);
    }

    @Post()
    send(@Req() request: PollingRequest, @Res() response: ServerResponse): Promise<void> {
      return this.polling.answer(request, response);
    }
  }
  Object.defineProperty(StreamController, 'name', { value: `StreamController${prefix}` });
  return StreamController;
}

export const STREAM_CONTROLLERS: readonly Type<object>[] = MIRROR_ROOTS.map(controllerOf);
