import { SETTINGS, type Settings } from '@app/operations';
import { Networks } from '@app/networks';
import { packageVersion } from '@app/program';
import { listContext } from '@app/chain-tools';
import { listTools } from '@app/tooling';
import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ApiDocument } from '../api-document';
import { basePath } from '../base-path';
import { landingContent } from '../landing-page';
import { type StaticFile, staticFile } from '../static-file';
import { agentFacts } from './agent-facts';
import { consoleConfig } from './console-config';
import { ConsoleFiles } from './console-files';
import { consolePage } from './console-page';
import { servesThisMachineAlone } from './development-access';
import { walletPage } from './wallet-page';

/** The page, the files and the facts of the console. Each is made when it is first asked for. */
@Injectable()
export class ConsolePages {
  readonly #files: ConsoleFiles | undefined;
  #page: StaticFile | undefined;
  #wallet: StaticFile | undefined;
  #config: { readonly revision: number; readonly file: StaticFile } | undefined;
  #agents: StaticFile | undefined;

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

  /** The page of the wallet window. Undefined where CONSOLE is off. */
  wallet(): StaticFile | undefined {
    if (this.#files === undefined) return undefined;
    return (this.#wallet ??= staticFile(
      'text/html; charset=utf-8',
      walletPage(this.#files, basePath(this.settings)),
    ));
  }

  /** A built file; undefined for any other name. */
  asset(name: string): StaticFile | undefined {
    return this.#files?.file(name);
  }

  config(): StaticFile | undefined {
    if (this.#files === undefined) return undefined;
    const { revision } = this.networks;
    if (this.#config?.revision !== revision) this.#config = { revision, file: this.#configFile() };
    return this.#config.file;
  }

  /** Prompts, resources and limits. Undefined where CONSOLE is off. */
  agents(): StaticFile | undefined {
    if (this.#files === undefined) return undefined;
    return (this.#agents ??= jsonFile(agentFacts(listContext(this.discovery), this.settings)));
  }

  #configFile(): StaticFile {
    return jsonFile(
      consoleConfig(this.networks.all(), {
        version: packageVersion(__dirname),
        walletRelay: this.settings.consoleWalletRelay,
        hasDevelopmentRoutes: servesThisMachineAlone(this.settings),
      }),
    );
  }

  #content(): string {
    const base = basePath(this.settings);
    return landingContent(listTools(this.discovery), base, this.settings.rateLimits, (tool) =>
      this.api.fragmentOf(tool),
    );
  }
}

const jsonFile = (content: object): StaticFile =>
  staticFile('application/json; charset=utf-8', JSON.stringify(content));
