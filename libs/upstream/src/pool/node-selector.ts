import type { Clock } from '@app/operations';
import type { UpstreamNode } from '../node/upstream-node';

/**
 * Selects the nodes to try for a call, and their order. A selection by head age, lag or latency is
 * another implementation of this interface.
 */
export interface NodeSelector {
  /** The nodes to try, best first; never empty. */
  candidates(): readonly UpstreamNode[];
  /** The node answered (a refusal is an answer). */
  recordSuccess(node: UpstreamNode): void;
  /** The node could not be used. */
  recordFailure(node: UpstreamNode): void;
}

const COOL_DOWN_MS = 10_000;

/**
 * The configured order, with nodes that failed recently after the others: they are tried again when
 * all others fail, or when their cooldown is over.
 */
export class FailoverOrder implements NodeSelector {
  readonly #failedAtMs = new Map<UpstreamNode, number>();

  constructor(
    private readonly nodes: readonly UpstreamNode[],
    private readonly clock: Clock,
  ) {}

  candidates(): readonly UpstreamNode[] {
    if (this.#failedAtMs.size === 0) return this.nodes;
    const isCoolingDown = (node: UpstreamNode) =>
      this.clock.monotonicMs() - (this.#failedAtMs.get(node) ?? -Infinity) < COOL_DOWN_MS;
    return [...this.nodes.filter((node) => !isCoolingDown(node)), ...this.nodes.filter(isCoolingDown)];
  }

  recordSuccess(node: UpstreamNode): void {
    this.#failedAtMs.delete(node);
  }

  recordFailure(node: UpstreamNode): void {
    this.#failedAtMs.set(node, this.clock.monotonicMs());
  }
}
