import type { Clock } from '@app/operations';
import type { UpstreamNode } from '../node/upstream-node';
import { NodeHeads } from './node-heads';

/** Selects the nodes to try for a call, and their order. */
export interface NodeSelector {
  /** All nodes, best first; never empty. */
  all(): readonly UpstreamNode[];
  /** The nodes to read from, best first; never empty. */
  readable(): readonly UpstreamNode[];
  /** The node answered (a refusal is an answer). */
  recordSuccess(node: UpstreamNode): void;
  /** The node could not be used. */
  recordFailure(node: UpstreamNode): void;
}

const COOL_DOWN_MS = 10_000;

/**
 * The configured order. Nodes that are behind the best head come after the others and are not read from. Nodes that
 * failed recently come last: they are tried again when all others fail, or when their cooldown is over.
 */
export class FailoverOrder implements NodeSelector {
  readonly #failedAtMs = new Map<UpstreamNode, number>();

  constructor(
    private readonly nodes: readonly UpstreamNode[],
    private readonly clock: Clock,
    private readonly heads = new NodeHeads(clock),
  ) {}

  all(): readonly UpstreamNode[] {
    const { behindMs } = this.heads;
    if (this.#failedAtMs.size === 0 && behindMs.size === 0) return this.nodes;
    const rank = (node: UpstreamNode) => Number(this.#isCoolingDown(node)) * 2 + Number(behindMs.has(node));
    return this.nodes.toSorted((one, other) => rank(one) - rank(other));
  }

  readable(): readonly UpstreamNode[] {
    const { behindMs } = this.heads;
    return behindMs.size === 0 ? this.all() : this.all().filter((node) => !behindMs.has(node));
  }

  recordSuccess(node: UpstreamNode): void {
    this.#failedAtMs.delete(node);
  }

  recordFailure(node: UpstreamNode): void {
    this.#failedAtMs.set(node, this.clock.monotonicMs());
  }

  #isCoolingDown(node: UpstreamNode): boolean {
    return this.clock.monotonicMs() - (this.#failedAtMs.get(node) ?? -Infinity) < COOL_DOWN_MS;
  }
}
