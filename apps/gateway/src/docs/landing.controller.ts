import { Bucketed } from '@app/rate-limit';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SURFACE_PATHS } from '../platform/surface-paths';
import { DocsPages } from './docs-pages';
import { sendFile } from './send-file';

/** The start page for browsers, and the overview for all other clients. */
@Controller()
@ApiExcludeController()
@Bucketed('mirror')
export class LandingController {
  constructor(private readonly pages: DocsPages) {}

  @Get(SURFACE_PATHS.startPage)
  page(@Req() request: Request, @Res() response: Response): void {
    const isBrowser = request.headers.accept?.includes('text/html') === true;
    response.vary('Accept');
    sendFile(request, response, isBrowser ? this.pages.start() : this.pages.overview());
  }

  @Get(SURFACE_PATHS.overview)
  overview(@Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.pages.overview());
  }
}
