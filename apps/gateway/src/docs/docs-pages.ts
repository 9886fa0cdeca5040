import { SETTINGS, type Settings } from '@app/operations';
import { Networks } from '@app/networks';
import { listTools } from '@app/tooling';
import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ApiDocument } from './api-document';
import { basePath } from './base-path';
import { landingPage } from './landing-page';
import { overviewText } from './overview-text';
import { type StaticFile, staticFile } from './static-file';
import { swaggerPage } from './swagger-page';

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** The start page, the overview and the Swagger page. Each is made when it is first asked for. */
@Injectable()
export class DocsPages {
  #start: StaticFile | undefined;
  #overview: StaticFile | undefined;
  #swagger: StaticFile | undefined;

  constructor(
    private readonly api: ApiDocument,
    private readonly discovery: DiscoveryService,
    private readonly networks: Networks,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  start(): StaticFile {
    const { rateLimits } = this.settings;
    return (this.#start ??= staticFile(
      HTML,
      landingPage(listTools(this.discovery), basePath(this.settings), rateLimits, (tool) =>
        this.api.fragmentOf(tool),
      ),
    ));
  }

  overview(): StaticFile {
    return (this.#overview ??= staticFile(
      TEXT,
      overviewText(listTools(this.discovery), basePath(this.settings)),
    ));
  }

  swagger(): StaticFile {
    return (this.#swagger ??= staticFile(
      HTML,
      swaggerPage(listTools(this.discovery), basePath(this.settings), this.networks.all()),
    ));
  }
}
