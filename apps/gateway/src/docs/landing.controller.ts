import { SETTINGS, type Settings } from '@app/operations';
import { Bucketed } from '@app/rate-limit';
import { listTools, toolError } from '@app/tooling';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiDocument } from './api-document';
import { basePath } from './base-path';
import { landingPage } from './landing-page';
import { sendFile } from './send-file';
import { type StaticFile, staticFile } from './static-file';

/** The start page for browsers. Other clients of `/` are told that it is not a route of the API. */
@Controller()
@ApiExcludeController()
@Bucketed('mirror')
export class LandingController {
  #page: StaticFile | undefined;

  constructor(
    private readonly api: ApiDocument,
    private readonly discovery: DiscoveryService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  page(@Req() request: Request, @Res() response: Response): void {
    if (request.headers.accept?.includes('text/html') !== true) throw toolError('UNKNOWN_ROUTE', 'GET', '/');
    this.#page ??= staticFile(
      'text/html; charset=utf-8',
      landingPage(listTools(this.discovery), basePath(this.settings), this.settings.rateLimits, (tool) =>
        this.api.fragmentOf(tool),
      ),
    );
    sendFile(request, response, this.#page);
  }
}
