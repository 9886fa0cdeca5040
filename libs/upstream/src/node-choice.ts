import type { Clock } from '@app/operations';
import type { UpstreamNode } from './upstream-node';

/**
 * Which nodes to try for a call, and in which order. What knows more about nodes (head age, lag,
 * latency) is another implementation of this.
 */
export interface NodeChoice {
  /** Every node worth a try now, best first; never empty. */
  candidates(): readonly UpstreamNode[];
  /** The node answered (a refusal is an answer). */
  answered(node: UpstreamNode): void;
  /** The node could not be used. */
  failed(node: UpstreamNode): void;
}

const COOL_DOWN_MS = 10_000;

/**
 * The configured order, with nodes that failed lately behind the others: they are asked again when
 * nothing else is left, or when their cool-down is over.
 */
export class ConfiguredOrder implements NodeChoice {
  readonly #failedAtMs = new Map<UpstreamNode, number>();

  constructor(
    private readonly nodes: readonly UpstreamNode[],
    private readonly clock: Clock,
  ) {}

  candidates(): readonly UpstreamNode[] {
    if (this.#failedAtMs.size === 0) return this.nodes;
    const isResting = (node: UpstreamNode) =>
      this.clock.monotonicMs() - (this.#failedAtMs.get(node) ?? -Infinity) < COOL_DOWN_MS;
    return [...this.nodes.filter((node) => !isResting(node)), ...this.nodes.filter(isResting)];
  }

  answered(node: UpstreamNode): void {
    this.#failedAtMs.delete(node);
  }

  failed(node: UpstreamNode): void {
    this.#failedAtMs.set(node, this.clock.monotonicMs());
  }
}
