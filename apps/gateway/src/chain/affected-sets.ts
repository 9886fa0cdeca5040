import path from 'node:path';
import { Networks } from '@app/networks';
import {
  CLOCK,
  LOGGER,
  ReadinessRegistry,
  SETTINGS,
  type Clock,
  type Logger,
  type Settings,
} from '@app/operations';
import {
  AffectedSet,
  fileSource,
  urlSource,
  type AffectedSetState,
  type AffectedSource,
} from '@app/proposals';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/** One affected set per network, from the source its profile names. */
@Injectable()
export class AffectedSets implements OnApplicationBootstrap {
  readonly #sets = new Map<string, AffectedSet>();
  readonly #problems = new Map<string, string | null>();

  constructor(
    private readonly networks: Networks,
    private readonly readiness: ReadinessRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The first copies are read before anybody asks. */
  onApplicationBootstrap(): void {
    for (const { name } of this.networks.all()) void this.of(name).refresh();
  }

  /** @throws NetworkNotConfiguredError */
  of(network: string): AffectedSet {
    const known = this.#sets.get(network);
    if (known !== undefined) return known;
    const { profile } = this.networks.of(network);
    const set = new AffectedSet(sourceOf(profile.affectedSet, profile.file), {
      clock: this.clock,
      refreshMs: this.settings.affectedSet.refreshSeconds * 1000,
      onRefresh: (state) => this.#report(network, state),
    });
    this.#sets.set(network, set);
    return set;
  }

  #report(network: string, { size, ageSeconds, problem }: AffectedSetState): void {
    const copy = ageSeconds === null ? 'no copy' : `${size} entries, ${ageSeconds} s old`;
    const detail = problem === null ? copy : `${problem}; last good copy: ${copy}`;
    this.readiness.report(`affected-set:${network}`, problem === null, detail, 'advisory');
    if (this.#problems.get(network) === problem) return;
    this.#problems.set(network, problem);
    if (problem === null) this.logger.info({ network, size }, 'affected set read');
    else
      this.logger.warn({ network, problem, copy }, 'affected set not refreshed: accounts may be unchecked');
  }
}

function sourceOf(source: string | null, profileFile: string): AffectedSource | undefined {
  if (source === null) return undefined;
  if (/^https?:\/\//.test(source)) return urlSource(source);
  return fileSource(path.resolve(path.dirname(profileFile), source));
}
