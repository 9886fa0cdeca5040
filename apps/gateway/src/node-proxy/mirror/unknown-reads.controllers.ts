import type { Type } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { HEAD } from '@app/node-api';
import { SETTINGS, type Settings } from '@app/operations';
import { Bucketed } from '@app/rate-limit';
import { errorInWords } from '@app/chain-tools';
import { Controller, Get, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { MirrorErrorFilter } from './errors/mirror-error.filter';
import { type MirrorRequest, MirrorService } from './mirror.service';
import { MIRROR_ROOTS } from './networks';
import type { MirrorRoute } from './route';

/** Routes of this form only read: nodes name those that push `push_*` and `send_*`. */
const UNKNOWN_READ = '/v1/chain/get_*rest';
const READ_NAME = /^get_[a-z0-9_]{1,60}$/;
/** One label for all: a client may ask for any name. */
const LABEL = '/v1/chain/get_*';

/** A read route of a node that is in no row of the table; undefined for another name. */
export function unknownRead(name: string): MirrorRoute | undefined {
  if (!READ_NAME.test(name)) return undefined;
  return {
    path: LABEL,
    nodePath: `/v1/chain/${name}`,
    methods: ['POST', 'GET'],
    capability: 'chain',
    call: 'table',
    cache: HEAD,
    retry: 'read',
    errors: 'nodeos',
    summary: 'A read route that the gateway does not know',
  };
}

/** Read routes that newer nodes have, below one prefix: passed through where the settings say so. */
function controllerOf({ prefix, network }: (typeof MIRROR_ROOTS)[number]): Type<object> {
  @Controller(prefix)
  @ApiExcludeController()
  @Bucketed('mirror')
  @UseFilters(MirrorErrorFilter)
  class UnknownReadController {
    constructor(
      @Inject(MirrorService) private readonly mirror: MirrorService,
      @Inject(SETTINGS) private readonly settings: Settings,
    ) {}

    @Get(UNKNOWN_READ)
    read(@Req() request: MirrorRequest, @Res() response: ServerResponse): Promise<void> {
      return this.#answer(request, response);
    }

    @Post(UNKNOWN_READ)
    readByBody(@Req() request: MirrorRequest, @Res() response: ServerResponse): Promise<void> {
      return this.#answer(request, response);
    }

    #answer(request: MirrorRequest, response: ServerResponse): Promise<void> {
      const path = request.originalUrl.split('?', 1)[0] ?? '';
      const route = unknownRead(path.slice(path.lastIndexOf('/') + 1));
      if (route === undefined || !this.settings.mirror.passesUnknownReads)
        throw errorInWords('UNKNOWN_ROUTE', 'Unknown Endpoint');
      return this.mirror.answer(route, network, request, response);
    }
  }
  Object.defineProperty(UnknownReadController, 'name', { value: `UnknownReadController${prefix}` });
  return UnknownReadController;
}

export const UNKNOWN_READ_CONTROLLERS: readonly Type<object>[] = MIRROR_ROOTS.map(controllerOf);
