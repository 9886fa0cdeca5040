import { Bucketed } from '@app/rate-limit';
import { toolError } from '@app/tooling';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SURFACE_PATHS } from '../platform/surface-paths';
import { DocsPages } from './docs-pages';
import { sendFile } from './send-file';

/** The start page for browsers. For other clients `/` is not a route of the API. */
@Controller(SURFACE_PATHS.startPage)
@ApiExcludeController()
@Bucketed('mirror')
export class LandingController {
  constructor(private readonly pages: DocsPages) {}

  @Get()
  page(@Req() request: Request, @Res() response: Response): void {
    if (request.headers.accept?.includes('text/html') !== true)
      throw toolError('UNKNOWN_ROUTE', 'GET', SURFACE_PATHS.startPage);
    sendFile(request, response, this.pages.start());
  }
}
