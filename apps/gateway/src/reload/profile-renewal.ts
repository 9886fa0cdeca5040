import { isDeepStrictEqual } from 'node:util';
import type { NetworkConfig, ProfileCheckRow } from '@app/networks';
import { DEPLOYMENT_TERMS, type DeploymentTerms } from '@app/tooling';
import { Inject, Injectable } from '@nestjs/common';
import { AffectedSets } from '../composing/affected-sets';
import { deploymentTerms } from '../formatting/deployment-terms';
import { KeptAnswers } from '../kept-answers/kept-answers';
import { NetworkRegistry } from '../network/network-registry';
import { ProfileMonitor } from '../profile/profile-monitor';
import { NetworkReload } from './network-reload';
import { type ComparedProfiles, nothingPrepared, type ProfileComparison } from './reload-state';

/** Takes over other profiles of networks, which have to match their chains as well as those of before. */
@Injectable()
export class ProfileRenewal implements ProfileComparison {
  constructor(
    private readonly networks: NetworkRegistry,
    private readonly profiles: ProfileMonitor,
    private readonly answers: KeptAnswers,
    private readonly affectedSets: AffectedSets,
    @Inject(DEPLOYMENT_TERMS) private readonly terms: DeploymentTerms,
    reload: NetworkReload,
  ) {
    reload.renewBy(this);
  }

  async compared(
    all: readonly NetworkConfig[],
    renewed: readonly NetworkConfig[],
  ): Promise<ComparedProfiles> {
    if (renewed.length === 0) return nothingPrepared({ refused: [], isPassing: false });
    if (!isDeepStrictEqual(deploymentTerms(all), this.terms))
      return nothingPrepared({
        refused: renewed.map(
          ({ name }) => `networks.${name}.profile: other pairs or decimals need a restart: tools name them`,
        ),
        isPassing: false,
      });
    const compared = await Promise.all(renewed.map((config) => this.#compare(config)));
    const refused = compared.flatMap(({ problems }) => problems);
    if (refused.length > 0) return nothingPrepared({ refused, isPassing: true });
    const sets = await Promise.all(renewed.map((config) => this.affectedSets.renewal(config)));
    const unread = renewed.flatMap(({ name }, index) => {
      const problem = sets[index]?.problem;
      return problem === undefined ? [] : [`networks.${name}.profile: affected_set: ${problem}`];
    });
    const drop = (): void => {
      for (const set of sets) set.drop();
    };
    if (unread.length > 0) {
      drop();
      return nothingPrepared({ refused: unread, isPassing: true });
    }
    return {
      refused,
      isPassing: false,
      drop,
      take: () => {
        for (const { config, rows } of compared) this.profiles.record(config, rows);
        for (const set of sets) set.take();
        this.networks.renew(renewed);
        this.answers.drop();
      },
    };
  }

  /** An entry that does not match today either is no reason to refuse what is better elsewhere. */
  async #compare(config: NetworkConfig): Promise<Compared> {
    const of = `networks.${config.name}.profile`;
    try {
      const rows = await this.profiles.compare(config);
      const worse = rows.filter(({ entry, ok }) => !ok && this.networks.of(config.name).matches(entry));
      return { config, rows, problems: worse.map(({ entry, reason }) => `${of}: ${entry}: ${reason}`) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { config, rows: [], problems: [`${of}: it cannot be compared with the chain: ${reason}`] };
    }
  }
}

interface Compared {
  readonly config: NetworkConfig;
  readonly rows: readonly ProfileCheckRow[];
  readonly problems: readonly string[];
}
