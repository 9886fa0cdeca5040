import { SETTINGS, type Settings } from '@app/operations';
import { toolError } from '@app/chain-tools';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type * as express from 'express';
import { SURFACE_PATHS } from '../../platform/surface-paths';
import { basePath } from '../base-path';
import { sendFile } from '../send-file';
import { GuideFiles } from './guide-files';

/** The documents as pages, with a search. Their links are relative, so that they work below any path. */
@Controller(SURFACE_PATHS.guide)
@ApiExcludeController()
export class GuideController {
  readonly #files = new GuideFiles();

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get(['', '*page'])
  page(@Req() request: express.Request, @Res() response: express.Response): void {
    const [path = ''] = request.originalUrl.split('?');
    if (path === SURFACE_PATHS.guide) {
      response.redirect(308, `${basePath(this.settings)}${SURFACE_PATHS.guide}/`);
      return;
    }
    const file = this.#files.file(path.slice(`${SURFACE_PATHS.guide}/`.length));
    if (file === undefined) throw toolError('UNKNOWN_ROUTE', request.method, path.slice(0, 100));
    sendFile(request, response, file);
  }
}
