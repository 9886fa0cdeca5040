import type { Clock } from '@app/operations';
import type { UpstreamNode } from '../node/upstream-node';
import { headLagMs, MAX_HEAD_LAG_MS, type NodeHead } from './head-lag';

/** A head that was read longer ago says nothing about the other nodes: theirs count alone. */
const VALID_MS = 30_000;
/** A head further ahead of this machine's clock counts as this far ahead: a node with a wrong clock excludes no other. */
const MAX_AHEAD_MS = MAX_HEAD_LAG_MS / 2;

/** The newest known head of each node of a network, and which nodes are behind the best of them. */
export class NodeHeads {
  readonly #heads = new Map<UpstreamNode, NodeHead>();
  #behindMs: ReadonlyMap<UpstreamNode, number> = new Map();

  constructor(private readonly clock: Clock) {}

  /** @param headTimeMs in milliseconds since the epoch, by the chain's own time */
  record(node: UpstreamNode, headTimeMs: number): void {
    const believedMs = Math.min(headTimeMs, this.clock.now() + MAX_AHEAD_MS);
    this.#heads.set(node, { headTimeMs: believedMs, readAtMs: this.clock.monotonicMs() });
    this.#behindMs = this.#nodesBehind();
  }

  /** Nodes that are too far behind the best head to be read from, and by how much; never all nodes. */
  get behindMs(): ReadonlyMap<UpstreamNode, number> {
    return this.#behindMs;
  }

  #nodesBehind(): ReadonlyMap<UpstreamNode, number> {
    const now = this.clock.monotonicMs();
    const valid = [...this.#heads].filter(([, { readAtMs }]) => now - readAtMs <= VALID_MS);
    const heads = valid.map(([, head]) => head);
    return new Map(
      valid
        .map(([node, head]) => [node, headLagMs(head, heads)] as const)
        .filter(([, lagMs]) => lagMs > MAX_HEAD_LAG_MS),
    );
  }
}
