import {
  CLOCK,
  LOGGER,
  ReadinessRegistry,
  SETTINGS,
  type Clock,
  type Logger,
  type Settings,
} from '@app/operations';
import { AffectedSet, type AffectedSetState, publishedSource } from '@app/proposals';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { NetworkRegistry } from '../network/network-registry';
import { affectedSetCheck } from './affected-set-check';

/** One affected set per network, from the source its profile names. */
@Injectable()
export class AffectedSets implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #sets = new Map<string, AffectedSet>();
  readonly #logged = new Map<string, string>();

  constructor(
    private readonly networks: NetworkRegistry,
    private readonly readiness: ReadinessRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The first copies are read before the first request. */
  onApplicationBootstrap(): void {
    for (const { name } of this.networks.all()) this.of(name);
  }

  onApplicationShutdown(): void {
    for (const set of this.#sets.values()) set.stop();
  }

  /** @throws NetworkNotConfiguredError */
  of(network: string): AffectedSet {
    const known = this.#sets.get(network);
    if (known !== undefined) return known;
    const { affectedSet, file } = this.networks.of(network).profile;
    const { refreshSeconds, timeoutMs } = this.settings.affectedSet;
    const source = affectedSet === null ? undefined : publishedSource(affectedSet, file, timeoutMs);
    const set = new AffectedSet(source, {
      clock: this.clock,
      refreshMs: refreshSeconds * 1000,
      onRefresh: (state) => this.#log(network, state),
    });
    this.#sets.set(network, set);
    if (source !== undefined) {
      this.readiness.watch(`affected-set:${network}`, () => affectedSetCheck(set.state()));
    }
    set.start();
    return set;
  }

  #log(network: string, state: AffectedSetState): void {
    const { size, malformed, problem } = state;
    const news = `${problem ?? ''} ${malformed}`;
    if (this.#logged.get(network) === news) return;
    this.#logged.set(network, news);
    const { ok, detail } = affectedSetCheck(state);
    if (ok) this.logger.info({ network, size }, 'affected set read');
    else this.logger.warn({ network, detail }, 'affected set: accounts may be unchecked');
  }
}
