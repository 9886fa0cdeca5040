import { SETTINGS, type Settings } from '@app/operations';
import { Bucketed } from '@app/rate-limit';
import { listTools } from '@app/tooling';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiDocument } from './api-document';
import { basePath } from './base-path';
import { sendFile } from './send-file';
import { type StaticFile, staticFile } from './static-file';
import { SwaggerFiles } from './swagger-files';
import { swaggerPage } from './swagger-page';

/** Swagger UI and the OpenAPI document. */
@Controller('docs')
@ApiExcludeController()
@Bucketed('mirror')
export class DocsController {
  readonly #files = new SwaggerFiles();
  #page: StaticFile | undefined;

  constructor(
    private readonly api: ApiDocument,
    private readonly discovery: DiscoveryService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  page(@Req() request: Request, @Res() response: Response): void {
    this.#page ??= staticFile(
      'text/html; charset=utf-8',
      swaggerPage(listTools(this.discovery), basePath(this.settings)),
    );
    sendFile(request, response, this.#page);
  }

  @Get('openapi.json')
  document(@Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.api.textFor(request.headers.host));
  }

  @Get(SwaggerFiles.NAMES)
  file(@Req() request: Request, @Res() response: Response): void {
    const [path = ''] = request.originalUrl.split('?');
    sendFile(request, response, this.#files.file(path.slice('/docs/'.length)));
  }
}
