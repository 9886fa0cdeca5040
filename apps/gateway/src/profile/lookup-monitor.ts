import { LOGGER, ReadinessRegistry, type Logger } from '@app/operations';
import { Chains } from '@app/upstream';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { RepeatedChecks } from './repeated-checks';

/** Interval of the probes: routes of a node change with its configuration. */
const PROBE_MS = 60_000;

/**
 * Shows in readiness whether the nodes of each network can look transactions up. Where none can, a refused push is
 * answered `unknown`: nothing shows that the transaction was not executed before. The replica stays ready.
 */
@Injectable()
export class LookupMonitor implements OnApplicationBootstrap, OnApplicationShutdown {
  /** As of the last probe that was answered. */
  readonly #canLookUp = new Map<string, boolean>();
  readonly #checks = new RepeatedChecks();

  constructor(
    private readonly chains: Chains,
    private readonly readiness: ReadinessRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    for (const { name } of this.chains.networks.all()) {
      this.readiness.watch(`lookups:${name}`, () => this.#check(name));
      void this.#monitor(name);
    }
  }

  onApplicationShutdown(): void {
    this.#checks.end();
  }

  #check(network: string): { ok: boolean; detail: string; weight: 'advisory' } {
    const known = this.#canLookUp.get(network);
    const detail = known === undefined ? 'not known yet' : known ? '' : why(network);
    return { ok: known !== false, detail, weight: 'advisory' };
  }

  async #monitor(network: string): Promise<void> {
    const answer = await this.chains.of(network).canLookUp();
    if (this.#checks.isEnded) return;
    if (answer === false && this.#canLookUp.get(network) !== false)
      this.logger.warn({ network }, why(network));
    if (answer !== undefined) this.#canLookUp.set(network, answer);
    this.#checks.again(network, PROBE_MS, () => this.#monitor(network));
  }
}

const why = (network: string): string =>
  `no node of ${network} can look transactions up: refused pushes are answered unknown`;
