import type { NodePool } from './node-pool';

/** The answer of one node about itself. */
export interface NodeProbe {
  /** Its label. */
  readonly node: string;
  /** Time of its newest block in milliseconds since the epoch; null when it is not known. */
  readonly headTimeMs: number | null;
  /** Why it cannot be used; null when it can. */
  readonly why: string | null;
}

/** Polls every node of a pool now; in the order of their names. Never throws for errors of nodes. */
export async function probeNodes(pool: NodePool): Promise<NodeProbe[]> {
  await pool.refresh();
  return pool
    .status()
    .map(({ node, headTimeMs, fitness: { kind, why } }) => ({
      node,
      headTimeMs: kind === 'suspect' ? null : headTimeMs,
      why: kind === 'fit' || kind === 'old' ? null : why,
    }))
    .sort((one, other) => (one.node < other.node ? -1 : 1));
}
