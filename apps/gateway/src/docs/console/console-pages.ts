import { SETTINGS, type Settings } from '@app/operations';
import { Networks } from '@app/networks';
import { packageVersion } from '@app/program';
import { listTools } from '@app/tooling';
import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ApiDocument } from '../api-document';
import { basePath } from '../base-path';
import { landingContent } from '../landing-page';
import { type StaticFile, staticFile } from '../static-file';
import { consoleConfig } from './console-config';
import { ConsoleFiles } from './console-files';
import { consolePage } from './console-page';
import { servesThisMachineAlone } from './development-access';

/** The page, the files and the facts of the console. Pages are made when they are first asked for. */
@Injectable()
export class ConsolePages {
  readonly #files: ConsoleFiles | undefined;
  #page: StaticFile | undefined;
  #config: StaticFile | undefined;

  constructor(
    private readonly api: ApiDocument,
    private readonly discovery: DiscoveryService,
    private readonly networks: Networks,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.#files = settings.console ? new ConsoleFiles() : undefined;
  }

  /** The page of every view: which one is shown, the script decides by the path. Undefined where CONSOLE is off. */
  page(): StaticFile | undefined {
    if (this.#files === undefined) return undefined;
    return (this.#page ??= staticFile(
      'text/html; charset=utf-8',
      consolePage(this.#files, basePath(this.settings), this.#content()),
    ));
  }

  /** A built file; undefined for any other name. */
  asset(name: string): StaticFile | undefined {
    return this.#files?.file(name);
  }

  config(): StaticFile | undefined {
    if (this.#files === undefined) return undefined;
    return (this.#config ??= staticFile(
      'application/json; charset=utf-8',
      JSON.stringify(
        consoleConfig(this.networks.all(), packageVersion(__dirname), servesThisMachineAlone(this.settings)),
      ),
    ));
  }

  #content(): string {
    const base = basePath(this.settings);
    return landingContent(listTools(this.discovery), base, this.settings.rateLimits, (tool) =>
      this.api.fragmentOf(tool),
    );
  }
}
