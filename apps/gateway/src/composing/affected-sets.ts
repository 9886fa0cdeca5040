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
import type { NetworkConfig } from '@app/networks';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Network } from '../network/network';
import { NetworkRegistry } from '../network/network-registry';
import { affectedSetCheck } from './affected-set-check';

const NONE_PUBLISHED = 'the profile names no affected set';

/** An affected set, and the place of its publication as the profile names it. */
interface Begun {
  readonly affectedSet: string | null;
  readonly file: string;
  readonly set: AffectedSet;
}

/** The affected set of another profile, which was read. */
export interface AffectedSetRenewal {
  /** Why it could not be read. */
  readonly problem: string | undefined;
  readonly take: () => void;
  /** It is not taken over. */
  readonly drop: () => void;
}

/** One affected set per network, from the source its profile names. */
@Injectable()
export class AffectedSets implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #sets = new Map<string, Begun>();
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
    for (const { set } of this.#sets.values()) set.stop();
  }

  /** @throws NetworkNotConfiguredError */
  of(network: string): AffectedSet {
    const known = this.#sets.get(network);
    if (known !== undefined) return known.set;
    const begun = this.#begin(network, this.networks.of(network).profile);
    this.#sets.set(network, begun);
    this.#watch(network, begun);
    return begun.set;
  }

  /**
   * Reads the publication that another profile of a network names: an account in the one of before must not be cleared
   * because the new one cannot be read. A copy of the same publication stays.
   */
  async renewal({ name, profile }: Pick<NetworkConfig, 'name' | 'profile'>): Promise<AffectedSetRenewal> {
    const { affectedSet, file } = profile;
    const known = this.#sets.get(name);
    if (known?.affectedSet === affectedSet && known.file === file)
      return { problem: undefined, take: () => undefined, drop: () => undefined };
    const begun = this.#begin(name, profile);
    await begun.set.refresh();
    return {
      problem: begun.set.state().problem ?? undefined,
      take: () => {
        known?.set.stop();
        this.#logged.delete(name);
        this.#sets.set(name, begun);
        this.#watch(name, begun);
      },
      drop: () => begun.set.stop(),
    };
  }

  #begin(network: string, { affectedSet, file }: Pick<Network['profile'], 'affectedSet' | 'file'>): Begun {
    const { refreshSeconds, timeoutMs } = this.settings.affectedSet;
    const source = affectedSet === null ? undefined : publishedSource(affectedSet, file, timeoutMs);
    const set = new AffectedSet(source, {
      clock: this.clock,
      refreshMs: refreshSeconds * 1000,
      onRefresh: (state) => {
        if (this.#sets.get(network)?.set === set) this.#log(network, state);
      },
    });
    set.start();
    return { affectedSet, file, set };
  }

  #watch(network: string, { affectedSet, set }: Begun): void {
    const check = `affected-set:${network}`;
    if (affectedSet !== null) this.readiness.watch(check, () => affectedSetCheck(set.state()));
    else if (this.readiness.state().checks[check] !== undefined)
      this.readiness.report(check, true, NONE_PUBLISHED, 'advisory');
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
