import {
  CLOCK,
  LOGGER,
  ReadinessRegistry,
  type Clock,
  type Logger,
  type ReadinessCheck,
} from '@app/operations';
import { Chains } from '@app/upstream';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { networkHealth, type NetworkHealth } from './network-health';
import { RepeatedChecks } from './repeated-checks';

/** Interval of the check of a healthy network that is not used: readiness and metrics stay current. */
const PROBE_MS = 10_000;
/** Interval while a network is unhealthy, so that a recovered one is detected soon. */
const RETRY_MS = 2_000;
const NOT_PROBED = 'not probed yet';

/**
 * The nodes of every network in readiness: reachable, on the right chain, current. A replica is not ready until the nodes
 * of all networks were polled once, which ends with the time limit of a poll. After that a network in trouble is a failing
 * check that takes no replica out: replicas have their nodes in common, so all would leave at once, and clients would get
 * the balancer's error instead of the reason. Only a replica that reaches no node of any network, while another replica
 * reaches one, is not ready. The state is that of the pool at the moment it is asked for; a timer has the nodes polled
 * when no request does.
 */
@Injectable()
export class NetworkMonitor implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Networks whose nodes were polled once, and whether they were usable then. */
  readonly #probed = new Map<string, boolean>();
  readonly #checks = new RepeatedChecks();

  constructor(
    private readonly chains: Chains,
    private readonly readiness: ReadinessRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.readiness.watch('networks', () => {
      if (this.chains.networks.all().some(({ name }) => !this.#probed.has(name)))
        return { ok: false, detail: NOT_PROBED, weight: 'essential' };
      const usable = [...this.#probed.keys()].filter((name) => this.#healthOf(name).isUsable);
      if (usable.length > 0) return { ok: true, detail: `usable: ${usable.join(', ')}`, weight: 'advisory' };
      return { ok: false, ...this.#withoutNodes() };
    });
    for (const { name } of this.chains.networks.all()) {
      this.readiness.watch(`nodes:${name}`, () => {
        const { ok, detail } = this.#probed.has(name)
          ? this.#healthOf(name)
          : { ok: false, detail: NOT_PROBED };
        return { ok, detail, weight: 'advisory' };
      });
      void this.#monitor(name);
    }
  }

  onApplicationShutdown(): void {
    this.#checks.end();
  }

  async #monitor(network: string): Promise<void> {
    await this.chains.of(network).probeNodes();
    if (this.#checks.isEnded) return;
    const health = this.#healthOf(network);
    this.#log(network, health);
    this.#probed.set(network, health.isUsable);
    this.#checks.again(network, health.ok ? PROBE_MS : RETRY_MS, () => this.#monitor(network));
  }

  /** Whether this replica is worse than the others, where no network has a usable node. */
  #withoutNodes(): Pick<ReadinessCheck, 'detail' | 'weight'> {
    const reach = this.chains.networks.all().map(({ name }) => this.chains.reachOf(name));
    const detail = 'no network has a usable node';
    if (reach.includes('reached')) return { detail, weight: 'advisory' };
    if (reach.includes('lost here'))
      return { detail: `${detail}: another replica reaches one`, weight: 'essential' };
    if (reach.includes('unknown'))
      return { detail: `${detail}: other replicas are being asked`, weight: 'essential' };
    return { detail, weight: 'advisory' };
  }

  #healthOf(network: string): NetworkHealth {
    return networkHealth(this.chains.of(network).knownNodes(), this.clock.now());
  }

  #log(network: string, { isUsable, detail }: NetworkHealth): void {
    const before = this.#probed.get(network);
    if (before === isUsable || this.readiness.isDraining()) return;
    if (isUsable) this.logger.info({ network, detail }, 'the network is usable');
    else this.logger.warn({ network, detail }, 'the network has no usable node');
  }
}
