import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type FoundHost,
  foundNodes,
  type NetworkConfig,
  Networks,
  nodesOfEntries,
  type ConfiguredNode,
  type NodeConfig,
  type DiscoveryKind,
} from '@app/networks';
import { LOGGER, type Logger, Metrics } from '@app/operations';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { findHosts } from './node-names';

/** Between two looks at the names. */
const LOOK_MS = 5_000;
/** A start, and a reload, wait as long for a look. */
const WAIT_MS = 2_000;
/** A host leaves that was missing in as many looks in a row: a name server may answer with some of many. */
const MISSED_LOOKS = 3;

/** The nodes of entries with `discover`, as DNS has them now. The nodes of a name stay while it cannot be looked up. */
@Injectable()
export class NodeDiscovery implements OnModuleInit, OnApplicationShutdown {
  readonly #found = new Map<string, readonly FoundHost[]>();
  /** By the host: in how many looks it was missing. */
  readonly #missed = new Map<string, ReadonlyMap<string, number>>();
  /** Look-ups that have not ended: a name is asked for once at a time. */
  readonly #running = new Map<string, Promise<void>>();
  /** Every entry that was looked up. */
  readonly #known = new Map<string, Entry>();
  /** Those that could not be looked up at the last try. */
  readonly #failed = new Map<string, Entry>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #onChange: (networks: readonly NetworkConfig[]) => void = () => undefined;

  constructor(
    private readonly networks: Networks,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param listener called with the networks whose nodes may be others now */
  onChange(listener: (networks: readonly NetworkConfig[]) => void): void {
    this.#onChange = listener;
  }

  nodesOf({ name, nodes }: NetworkConfig): NodeConfig[] {
    return nodesOfEntries(nodes, (entry) => this.#found.get(keyOf(name, entry)));
  }

  async onModuleInit(): Promise<void> {
    this.#timer = setInterval(() => {
      const networks = this.networks.all();
      this.#forgetAllBut(networks.flatMap(entriesOf));
      void this.#look(networks);
    }, LOOK_MS).unref();
    await this.look(this.networks.all());
  }

  onApplicationShutdown(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  /** Looks up every name of these networks, and waits for the answers a moment. Never rejects. */
  async look(networks: readonly NetworkConfig[]): Promise<void> {
    await Promise.race([this.#look(networks), delay(WAIT_MS, undefined, { ref: false })]);
  }

  async #look(networks: readonly NetworkConfig[]): Promise<void> {
    await Promise.all(
      networks.flatMap(entriesOf).map((entry) => {
        this.#known.set(entry.key, entry);
        const running = this.#running.get(entry.key) ?? this.#lookUp(entry);
        this.#running.set(entry.key, running);
        return running;
      }),
    );
  }

  /** A name that is no longer configured has no state and no metric. */
  #forgetAllBut(entries: readonly Entry[]): void {
    const keys = new Set(entries.map(({ key }) => key));
    for (const [key, { labels }] of this.#known) {
      if (keys.has(key)) continue;
      for (const map of [this.#known, this.#found, this.#missed, this.#failed]) map.delete(key);
      // Another name may have the label now.
      const isTaken = entries.some(({ labels: of }) => isDeepStrictEqual(of, labels));
      if (!isTaken) this.metrics.discoveryFailed.remove(labels);
    }
  }

  async #lookUp(entry: Entry): Promise<void> {
    try {
      const hosts = await findHosts(entry.discover, entry.hostname);
      // Also hosts that may not get the credentials of the entry are none: they would take the place of its nodes.
      if (foundNodes(entry.node, hosts).length === 0)
        throw new Error('the name has no host that may be used');
      this.#succeeded(entry);
      if (this.#take(entry, hosts)) this.#tellChange(entry.network);
    } catch (error) {
      this.#fail(entry, error);
    } finally {
      this.#running.delete(entry.key);
    }
  }

  /** As the networks are configured now: a reload may have changed them meanwhile. */
  #tellChange(network: string): void {
    if (!this.#isStopped) this.#onChange(this.networks.all().filter(({ name }) => name === network));
  }

  /** @returns whether the hosts are others than before */
  #take({ key, node, labels }: Entry, hosts: readonly FoundHost[]): boolean {
    const present = new Set(hosts.map(textOf));
    const missed = new Map<string, number>();
    const absent = (this.#found.get(key) ?? []).filter((host) => !present.has(textOf(host)));
    for (const host of absent) missed.set(textOf(host), (this.#missed.get(key)?.get(textOf(host)) ?? 0) + 1);
    this.#missed.set(key, missed);
    const staying = absent.filter((host) => (missed.get(textOf(host)) ?? 0) < MISSED_LOOKS);
    const found = [...hosts, ...staying].sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
    if (isDeepStrictEqual(found, this.#found.get(key))) return false;
    this.#found.set(key, found);
    const nodes = foundNodes(node, found).map(({ label, url }) => `${label} at ${new URL(url).host}`);
    this.logger.info({ ...labels, nodes }, 'the nodes of a name are others now');
    return true;
  }

  #succeeded({ key, labels }: Entry): void {
    this.metrics.discoveryFailed.set(labels, 0);
    if (this.#failed.delete(key)) this.logger.info(labels, 'the name of nodes is found again');
  }

  /** A line at the first time in a row. */
  #fail(entry: Entry, error: unknown): void {
    this.metrics.discoveryFailed.set(entry.labels, 1);
    if (this.#failed.has(entry.key)) return;
    this.#failed.set(entry.key, entry);
    const problem = error instanceof Error ? error.message : String(error);
    this.logger.error(
      { ...entry.labels, problem },
      'the name of nodes cannot be looked up; those that it had stay in use',
    );
  }
}

/** An entry with `discover`. */
class Entry {
  readonly hostname: string;
  /** Entries of one name may find different hosts: by its own records, or by those of a service. */
  readonly key: string;
  readonly labels: { readonly network: string; readonly node: string };

  constructor(
    readonly network: string,
    readonly node: ConfiguredNode,
    readonly discover: DiscoveryKind,
  ) {
    this.hostname = new URL(node.url).hostname;
    this.key = keyOf(network, node);
    this.labels = { network, node: node.label };
  }
}

const entriesOf = ({ name, nodes }: NetworkConfig): Entry[] =>
  nodes.flatMap((node) => (node.discover === undefined ? [] : [new Entry(name, node, node.discover)]));
const textOf = ({ host, port }: FoundHost): string => `${host} ${String(port)}`;
const keyOf = (network: string, { label, url, discover }: ConfiguredNode): string =>
  `${network} ${label} ${String(discover)} ${new URL(url).hostname}`;
