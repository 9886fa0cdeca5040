import type { NodeConfig } from '@app/networks/node-config';
import type { UpstreamNode } from '../node/upstream-node';
import type { LiarRest } from './liar-rest';
import { NodeHealth } from './node-health';
import { type PoolOptions, randomFraction } from './pool-options';

/** Rests of nodes that left that are kept at most. */
const MAX_RESTS = 256;

/** The nodes of a pool, in the order of the configuration. A reload changes them. */
export class PoolMembers {
  /** One list for all parts of the pool, changed in place. */
  readonly #healths: NodeHealth[];
  readonly #healthOf = new Map<UpstreamNode, NodeHealth>();
  /** Of nodes that left while they rested as liars, by address, the earliest first: one that comes back rests on. */
  readonly #rests = new Map<string, LiarRest>();
  /** Labels of the nodes that are out of service: of those, too, that come later. */
  #cordoned: ReadonlySet<string> = new Set();

  constructor(
    nodes: readonly UpstreamNode[],
    private readonly options: Pick<PoolOptions, 'clock' | 'random'>,
  ) {
    this.#healths = nodes.map((node) => this.#healthFor(node));
    this.#index();
  }

  get healths(): readonly NodeHealth[] {
    return this.#healths;
  }

  of(node: UpstreamNode): NodeHealth | undefined {
    return this.#healthOf.get(node);
  }

  /** In the order of the configuration. */
  healthsOf(nodes: readonly UpstreamNode[]): NodeHealth[] {
    return this.#healths.filter(({ node }) => nodes.includes(node));
  }

  /**
   * Takes over a configuration: a node with the same label, URL and capabilities stays, with all that is known of it.
   * One whose label or capabilities are others, or that left and comes back, is a new node at an old address: if it lied
   * there, it rests on.
   * @returns the nodes that left
   */
  replace(configs: readonly NodeConfig[], connect: (config: NodeConfig) => UpstreamNode): UpstreamNode[] {
    const before = [...this.#healths];
    const now = configs.map((config) => {
      const known = before.find(({ node }) => node.isNamedBy(config));
      known?.configure(config);
      return known ?? this.#healthFor(connect(config), before);
    });
    this.#healths.splice(0, Infinity, ...now);
    this.#index();
    const left = before.filter((health) => !now.includes(health));
    this.#keepRests(left);
    return left.map(({ node }) => node);
  }

  /** Nodes with these labels are out of service, all others in it. @returns whether that changed any */
  cordon(labels: ReadonlySet<string>): boolean {
    this.#cordoned = labels;
    const changed = this.#healths.filter(({ node, isCordoned }) => labels.has(node.label) !== isCordoned);
    for (const health of changed) health.isCordoned = !health.isCordoned;
    return changed.length > 0;
  }

  #healthFor(node: UpstreamNode, before: readonly NodeHealth[] = []): NodeHealth {
    const { clock } = this.options;
    const rests = before.filter(({ node: other }) => other.address === node.address);
    const rest = rests.find(({ liarRest }) => liarRest.isCoolingDown) ?? rests[0];
    const health = new NodeHealth(
      node,
      clock,
      () => randomFraction(this.options),
      rest?.liarRest ?? this.#rests.get(node.address),
    );
    health.isCordoned = this.#cordoned.has(node.label);
    return health;
  }

  #keepRests(left: readonly NodeHealth[]): void {
    for (const { node, liarRest } of left) {
      if (!liarRest.isCoolingDown) continue;
      this.#rests.delete(node.address);
      this.#rests.set(node.address, liarRest);
    }
    for (const address of [...this.#rests.keys()].slice(0, -MAX_RESTS)) this.#rests.delete(address);
  }

  #index(): void {
    this.#healthOf.clear();
    for (const health of this.#healths) this.#healthOf.set(health.node, health);
  }
}
