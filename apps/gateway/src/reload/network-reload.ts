import {
  ConfigurationError,
  namedProfiles,
  networkChanges,
  type NetworkConfig,
  Networks,
} from '@app/networks';
import { CLOCK, LOGGER, Metrics, SETTINGS, type Clock, type Logger, type Settings } from '@app/operations';
import { Chains } from '@app/upstream';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { NodeDiscovery } from '../chains/node-discovery';
import { networksSource } from '../chains/networks.module';
import { FileWatch } from './file-watch';
import {
  type ComparedProfiles,
  nothingPrepared,
  type ProfileComparison,
  type ReloadCause,
  type ReloadResult,
  type ReloadState,
} from './reload-state';

/**
 * Takes over a changed networks file and its profiles without a restart: all of it is read and checked, compared with
 * what is in use, and used at once. A file with a problem, or with a change that needs a restart, changes nothing.
 */
@Injectable()
export class NetworkReload implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #watch: FileWatch | undefined;
  #state: ReloadState;
  #last: Promise<unknown> = Promise.resolve();
  #profiles: ProfileComparison | undefined;

  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly discovery: NodeDiscovery,
    private readonly metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#state = { loadedAtMs: clock.now(), refused: undefined };
    const { networksFile } = settings;
    if (networksFile !== undefined)
      this.#watch = new FileWatch(
        () =>
          [
            networksFile,
            ...networks.all().map(({ profile }) => profile.file),
            ...namedProfiles(networksFile),
          ].map((file) => path.resolve(file)),
        async () => !isPassing(await this.reload('files')),
      );
    metrics.reloadRefused.set(0);
    // Prometheus sees no increase in a counter that begins with 1.
    for (const outcome of ['applied', 'refused']) metrics.reloads.inc({ outcome }, 0);
  }

  /** Profiles are compared, and taken over, by `profiles`. */
  renewBy(profiles: ProfileComparison): void {
    this.#profiles = profiles;
  }

  get state(): ReloadState {
    return this.#state;
  }

  /** Undefined: the embedded development chains, which have no file. */
  get hasFile(): boolean {
    return this.#watch !== undefined;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.#watch?.start();
  }

  onApplicationShutdown(): void {
    this.#watch?.stop();
  }

  /** One at a time. Never rejects for a problem of the files. */
  reload(cause: ReloadCause): Promise<ReloadResult> {
    const next = this.#last.then(() => this.#reload(cause));
    // A defect rejects for its caller, and not for the next one.
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #reload(cause: ReloadCause): Promise<ReloadResult> {
    const result = await this.#applied();
    const isRefused = result.outcome === 'refused';
    // Files that are tried again are said once.
    const isSaid = isRefused && isDeepStrictEqual(result.problems, this.#state.refused?.problems);
    if (cause === 'files' && isSaid) return result;
    this.metrics.reloadRefused.set(isRefused ? 1 : 0);
    if (result.outcome !== 'unchanged') this.metrics.reloads.inc({ outcome: result.outcome });
    this.#state = {
      loadedAtMs: result.outcome === 'applied' ? this.clock.now() : this.#state.loadedAtMs,
      refused: isRefused ? { atMs: this.clock.now(), problems: result.problems } : undefined,
    };
    if (isRefused)
      this.logger.error(
        { cause, problems: result.problems },
        'the changed networks file is refused; the configuration of before stays in use',
      );
    else this.logger.info({ cause, ...result }, `the networks file was read again: ${result.outcome}`);
    return result;
  }

  async #applied(): Promise<ReloadResult> {
    try {
      const read = Networks.load(networksSource(this.settings)).all();
      const { changed, renewed, refused } = networkChanges(this.networks.all(), read);
      if (refused.length > 0) return { outcome: 'refused', problems: refused };
      if (changed.length === 0) return { outcome: 'unchanged' };
      const profiles = await this.#compared(read, renewed);
      if (profiles.refused.length > 0 && !profiles.isPassing)
        return { outcome: 'refused', problems: profiles.refused };
      // Profiles that wait keep no nodes waiting: these may be what they are to be compared with.
      const now = profiles.refused.length > 0 ? read.map((config) => this.#withKnownProfile(config)) : read;
      await this.#look(now, profiles);
      // Without a difference in nodes, a profile that waits drops no kept answer at each try.
      this.chains.configure(networkChanges(this.networks.all(), now).changed);
      // After all that can fail: what failed is a difference again at the next reload.
      this.networks.replace(now);
      if (profiles.refused.length > 0)
        return { outcome: 'refused', problems: profiles.refused, isPassing: true };
      profiles.take();
      return { outcome: 'applied', networks: changed.map(({ name }) => name) };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return { outcome: 'refused', problems: error.message.split('\n') };
    }
  }

  async #look(now: readonly NetworkConfig[], profiles: ComparedProfiles): Promise<void> {
    try {
      await this.discovery.look(now);
    } catch (error) {
      profiles.drop();
      throw error;
    }
  }

  #compared(all: readonly NetworkConfig[], renewed: readonly NetworkConfig[]): Promise<ComparedProfiles> {
    if (this.#profiles !== undefined) return this.#profiles.compared(all, renewed);
    const refused = renewed.map(({ name }) => `networks.${name}.profile: its change needs a restart`);
    return Promise.resolve(nothingPrepared({ refused, isPassing: false }));
  }

  #withKnownProfile(config: NetworkConfig): NetworkConfig {
    return { ...config, profile: this.networks.of(config.name).profile };
  }
}

const isPassing = (result: ReloadResult): boolean =>
  result.outcome === 'refused' && result.isPassing === true;
