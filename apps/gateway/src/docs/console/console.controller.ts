import { toolError } from '@app/chain-tools';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type * as express from 'express';
import { SURFACE_PATHS } from '../../platform/surface-paths';
import { sendFile } from '../send-file';
import type { StaticFile } from '../static-file';
import { ConsolePages } from './console-pages';

/** The pages of the console below /console, its built files, and the facts of the networks and the gateway. */
@Controller(SURFACE_PATHS.console)
@ApiExcludeController()
export class ConsoleController {
  constructor(private readonly pages: ConsolePages) {}

  @Get('config.json')
  config(@Req() request: express.Request, @Res() response: express.Response): void {
    sendIfThere(request, response, this.pages.config());
  }

  @Get('agents.json')
  agents(@Req() request: express.Request, @Res() response: express.Response): void {
    sendIfThere(request, response, this.pages.agents());
  }

  @Get('assets/:name')
  asset(
    @Param('name') name: string,
    @Req() request: express.Request,
    @Res() response: express.Response,
  ): void {
    sendIfThere(request, response, this.pages.asset(name));
  }

  /** Not a network: it has a surface of its own. */
  @Get('wallet')
  wallet(@Req() request: express.Request, @Res() response: express.Response): void {
    sendIfThere(request, response, this.pages.wallet());
  }

  @Get(['', '*view'])
  page(@Req() request: express.Request, @Res() response: express.Response): void {
    sendIfThere(request, response, this.pages.page());
  }
}

/** @throws ToolError for no file */
function sendIfThere(
  request: express.Request,
  response: express.Response,
  file: StaticFile | undefined,
): void {
  if (file === undefined) throw toolError('UNKNOWN_ROUTE', request.method, request.path.slice(0, 100));
  sendFile(request, response, file);
}
