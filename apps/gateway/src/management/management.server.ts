import type { NetworkConfig } from '@app/networks';
import {
  CLOCK,
  type Clock,
  LOGGER,
  type Logger,
  ManagementPort,
  Metrics,
  ReadinessRegistry,
  SETTINGS,
  type Settings,
} from '@app/operations';
import { Chains } from '@app/upstream';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { answerClientError, beginAnswer, isAnswerable } from '../http/client-error';
import { headFault } from '../http/request-head';
import { normalizedTarget, pathOf } from '../http/request-target';
import { urlOf } from '../http/url-of';
import { CordonStorage } from '../chains/cordon-storage';
import { NetworkReload } from '../reload/network-reload';
import { CommandToken } from './command-token';
import { managementPages } from './management-pages';
import { NodeCommands } from './node-commands';
import { ReloadCommand } from './reload-command';

/** For clients that use another name. */
export const ALLOWED_HOSTS_ADVICE = 'MANAGEMENT_ALLOWED_HOSTS lists the names that are';

/**
 * Metrics, liveness, readiness and build info on a port of their own, which is never the public one.
 */
@Injectable()
export class ManagementServer implements OnApplicationShutdown {
  readonly #port: ManagementPort;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) logger: Logger,
    @Inject(CLOCK) clock: Clock,
    metrics: Metrics,
    readiness: ReadinessRegistry,
    chains: Chains<NetworkConfig>,
    cordons: CordonStorage,
    reload: NetworkReload,
  ) {
    const pages = managementPages({ settings, clock, metrics, readiness, chains, reload });
    const names = chains.networks.all().map(({ name }) => name as string);
    const token = new CommandToken(settings.managementToken);
    const reloadCommand = new ReloadCommand(token, reload);
    const nodeCommands = new NodeCommands(
      token,
      {
        statusOf: (network) => (names.includes(network) ? chains.of(network).nodeStatus() : undefined),
        cordon: (network, label, isCordoned) => cordons.set(network, label, isCordoned),
      },
      logger,
    );
    this.#port = new ManagementPort({
      pages,
      command: (path, authorization) =>
        nodeCommands.answer(path, authorization) ?? reloadCommand.answer(path, authorization),
      allowedHosts: settings.managementAllowedHosts,
      allowedHostsAdvice: ALLOWED_HOSTS_ADVICE,
      logger,
      takes: (request, response) => {
        if (!isAnswerable(request)) return false;
        beginAnswer(request.socket, response);
        return true;
      },
      faultOf: headFault,
      pathOf: (target) => pathOf(normalizedTarget(target)),
    });
    this.#port.server.on('clientError', answerClientError);
  }

  listen(): Promise<void> {
    const { managementPort, managementHost } = this.settings;
    return this.#port.listen(managementHost, managementPort);
  }

  /** Where it listens. */
  get url(): string {
    return urlOf(this.#port.server);
  }

  onApplicationShutdown(): void {
    this.#port.close();
  }
}
