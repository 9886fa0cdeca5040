import { ConfigurationError, networkChanges, Networks } from '@app/networks';
import { CLOCK, LOGGER, Metrics, SETTINGS, type Clock, type Logger, type Settings } from '@app/operations';
import { Chains } from '@app/upstream';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import path from 'node:path';
import { networksSource } from '../chains/networks.module';
import { FileWatch } from './file-watch';
import type { ReloadCause, ReloadResult, ReloadState } from './reload-state';

/**
 * Takes over a changed networks file without a restart: all of it is read and checked, compared with what is in use, and
 * used at once. A file with a problem, or with a change that needs a restart, changes nothing.
 */
@Injectable()
export class NetworkReload implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #watch: FileWatch | undefined;
  #state: ReloadState;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
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
          [networksFile, ...networks.all().map(({ profile }) => profile.file)].map((file) =>
            path.resolve(file),
          ),
        async () => void (await this.reload('files')),
      );
    metrics.reloadRefused.set(0);
    // Prometheus sees no increase in a counter that begins with 1.
    for (const outcome of ['applied', 'refused']) metrics.reloads.inc({ outcome }, 0);
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

  #reload(cause: ReloadCause): ReloadResult {
    const result = this.#applied();
    const isRefused = result.outcome === 'refused';
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

  #applied(): ReloadResult {
    try {
      const read = Networks.load(networksSource(this.settings)).all();
      const { changed, refused } = networkChanges(this.networks.all(), read);
      if (refused.length > 0) return { outcome: 'refused', problems: refused };
      if (changed.length === 0) return { outcome: 'unchanged' };
      this.chains.configure(changed);
      // Last: what failed before is a difference again at the next reload.
      this.networks.replace(read);
      return { outcome: 'applied', networks: changed.map(({ name }) => name) };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return { outcome: 'refused', problems: error.message.split('\n') };
    }
  }
}
