import { setTimeout as delay } from 'node:timers/promises';
import { Networks } from '@app/networks';
import { CLOCK, SETTINGS, type Clock, type Settings } from '@app/operations';
import { Chains, Cordons } from '@app/upstream';
import { RedisCordons } from '@app/upstream/redis';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { NodeDiscovery } from './node-discovery';
import { RedisReports } from './redis-reports';

/** How soon a replica follows the commands that another one got. */
const REFRESH_MS = 1_000;

/** Nodes that an operator took out of service, by network; in common with the other replicas when Redis is configured. */
@Injectable()
export class CordonStorage implements OnModuleInit, OnApplicationShutdown {
  readonly #cordons: ReadonlyMap<string, Cordons>;
  readonly #shared: RedisCordons | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(SETTINGS) { redis }: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    reports: RedisReports,
    private readonly networks: Networks,
    chains: Chains,
    private readonly discovery: NodeDiscovery,
  ) {
    if (redis !== undefined)
      this.#shared = new RedisCordons(clock, {
        server: redis,
        keyPrefix: redis.keyPrefix,
        secret: redis.sharedSecret ?? '',
        ...reports.listeners('cordons', {
          found: 'cordons: shared with other replicas through Redis',
          lost: 'cordons: Redis is lost, this replica knows those that it has got',
        }),
      });
    const cordonsOf = (network: string): Cordons => {
      const labels = (): string[] => discovery.nodesOf(networks.of(network)).map(({ label }) => label);
      const apply = (cordoned: ReadonlySet<string>): void => chains.of(network).cordon(cordoned);
      return new Cordons({ network, labels, apply }, this.#shared);
    };
    this.#cordons = new Map(networks.all().map(({ name }) => [name, cordonsOf(name)]));
  }

  /** @returns whether other replicas can know it */
  set(network: string, label: string, isCordoned: boolean): Promise<boolean> {
    return this.#cordons.get(network)?.set(label, isCordoned, this.clock.now()) ?? Promise.resolve(false);
  }

  /** Waits for Redis a moment: a node that is out of service gets no request of a replica that starts. */
  async onModuleInit(): Promise<void> {
    if (this.#shared === undefined) return;
    // The labels of nodes that are found.
    await this.discovery.look(this.networks.all());
    const first = this.#shared.start().then(() => this.#refresh());
    await Promise.race([first, delay(REFRESH_MS, undefined, { ref: false })]);
    this.#refreshLater();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#shared?.close();
  }

  async #refresh(): Promise<void> {
    await Promise.all([...this.#cordons.values()].map((cordons) => cordons.refresh()));
  }

  #refreshLater(): void {
    this.#timer = setTimeout(() => {
      void this.#refresh().then(() => {
        if (this.#timer !== undefined) this.#refreshLater();
      });
    }, REFRESH_MS).unref();
  }
}
