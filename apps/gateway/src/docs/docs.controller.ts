import { Bucketed } from '@app/rate-limit';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type * as express from 'express';
import { SURFACE_PATHS } from '../platform/surface-paths';
import { ApiDocument } from './api-document';
import { DocsPages } from './docs-pages';
import { sendFile } from './send-file';
import { SwaggerFiles } from './swagger-files';

/** Swagger UI and the OpenAPI document. */
@Controller(SURFACE_PATHS.docs)
@ApiExcludeController()
@Bucketed('mirror')
export class DocsController {
  readonly #files = new SwaggerFiles();

  constructor(
    private readonly api: ApiDocument,
    private readonly pages: DocsPages,
  ) {}

  @Get()
  page(@Req() request: express.Request, @Res() response: express.Response): void {
    sendFile(request, response, this.pages.swagger());
  }

  @Get('openapi.json')
  document(@Req() request: express.Request, @Res() response: express.Response): void {
    sendFile(request, response, this.api.text);
  }

  @Get('tools.json')
  tools(@Req() request: express.Request, @Res() response: express.Response): void {
    sendFile(request, response, this.api.toolsText);
  }

  @Get(SwaggerFiles.NAMES)
  file(@Req() request: express.Request, @Res() response: express.Response): void {
    const [path = ''] = request.originalUrl.split('?');
    sendFile(request, response, this.#files.file(path.slice(`${SURFACE_PATHS.docs}/`.length)));
  }
}
