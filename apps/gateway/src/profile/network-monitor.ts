import { Networks } from '@app/networks';
import { CLOCK, LOGGER, ReadinessRegistry, type Clock, type Logger } from '@app/operations';
import { Chains } from '@app/upstream';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { networkHealth, type NetworkHealth } from './network-health';

const PROBE_MS = 10_000;
/** Interval while a network is unhealthy, so that a recovered one is detected soon. */
const RETRY_MS = 2_000;

/**
 * Probes the nodes of every network on a timer, for readiness: reachable, on the right chain, current. A
 * network in trouble is a failing check; a replica without any usable network is not ready.
 */
@Injectable()
export class NetworkMonitor implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #health = new Map<string, NetworkHealth>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isStopped = false;

  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly readiness: ReadinessRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.readiness.watch('networks', () => {
      const usable = [...this.#health].filter(([, { isUsable }]) => isUsable).map(([name]) => name);
      const detail = usable.length > 0 ? `usable: ${usable.join(', ')}` : 'no network has a usable node';
      return { ok: usable.length > 0, detail, weight: 'essential' };
    });
    for (const { name } of this.networks.all()) {
      this.readiness.watch(`nodes:${name}`, () => {
        const { ok, detail } = this.#health.get(name) ?? { ok: false, detail: 'not probed yet' };
        return { ok, detail, weight: 'advisory' };
      });
      void this.#monitor(name);
    }
  }

  onApplicationShutdown(): void {
    this.#isStopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  async #monitor(network: string): Promise<void> {
    const health = networkHealth(await this.chains.of(network).probeNodes(), this.clock.now());
    if (this.#isStopped) return;
    this.#log(network, health);
    this.#health.set(network, health);
    const timer = setTimeout(() => void this.#monitor(network), health.ok ? PROBE_MS : RETRY_MS).unref();
    this.#timers.set(network, timer);
  }

  #log(network: string, { isUsable, detail }: NetworkHealth): void {
    const before = this.#health.get(network)?.isUsable;
    if (before === isUsable) return;
    if (isUsable) this.logger.info({ network, detail }, 'the network is usable');
    else this.logger.warn({ network, detail }, 'the network has no usable node');
  }
}
