import { Bucketed } from '@app/rate-limit';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type * as express from 'express';
import { SURFACE_PATHS } from '../platform/surface-paths';
import { ConsolePages } from './console/console-pages';
import { DocsPages } from './docs-pages';
import { sendFile } from './send-file';
import type { StaticFile } from './static-file';

/** The start page for browsers, and the overview for all other clients. */
@Controller()
@ApiExcludeController()
@Bucketed('mirror')
export class LandingController {
  constructor(
    private readonly pages: DocsPages,
    private readonly consolePages: ConsolePages,
  ) {}

  @Get(SURFACE_PATHS.startPage)
  page(@Req() request: express.Request, @Res() response: express.Response): void {
    const isBrowser = request.headers.accept?.includes('text/html') === true;
    response.vary('Accept');
    sendFile(request, response, isBrowser ? this.#home() : this.pages.overview());
  }

  #home(): StaticFile {
    return this.consolePages.page() ?? this.pages.start();
  }

  @Get(SURFACE_PATHS.overview)
  overview(@Req() request: express.Request, @Res() response: express.Response): void {
    sendFile(request, response, this.pages.overview());
  }
}
