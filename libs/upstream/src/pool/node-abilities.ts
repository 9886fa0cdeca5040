import type { NodeCapability } from '@app/networks/node-config';

/** Capabilities of one node: as configured, else as probed; and how far its index is behind its chain. */
export class NodeAbilities {
  #probed: ReadonlyMap<NodeCapability, boolean> = new Map();
  #indexBlocksBehind: number | undefined;

  /** @param configured undefined: probed */
  constructor(private readonly configured: ReadonlySet<NodeCapability> | undefined) {}

  get isConfigured(): boolean {
    return this.configured !== undefined;
  }

  /** Undefined: not known. */
  has(capability: NodeCapability): boolean | undefined {
    return this.configured === undefined ? this.#probed.get(capability) : this.configured.has(capability);
  }

  /** Those it has, in alphabetical order. */
  list(): NodeCapability[] {
    const known = this.configured ?? [...this.#probed].filter(([, has]) => has).map(([name]) => name);
    return [...known].sort();
  }

  /** Blocks that the index of a v2 node is behind; undefined where it is not known. */
  get indexBlocksBehind(): number | undefined {
    return this.#indexBlocksBehind;
  }

  /** Capabilities that a probe says nothing about stay as they were. */
  recordProbe(found: ReadonlyMap<NodeCapability, boolean>): void {
    this.#probed = new Map([...this.#probed, ...found]);
  }

  recordIndex(blocksBehind: number | undefined): void {
    this.#indexBlocksBehind = blocksBehind;
  }
}
