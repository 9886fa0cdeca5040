import type { NodePool } from './node-pool';
import type { NodeStatus } from './node-status';

/** The state of one node, for readiness. */
export interface NodeProbe {
  /** Its label. */
  readonly node: string;
  /** Time of its newest block in milliseconds since the epoch; null when it is not known. */
  readonly headTimeMs: number | null;
  /** Why it cannot be used; null when it can. */
  readonly why: string | null;
}

/** Polls every node of a pool now. Never throws for errors of nodes. */
export async function probeNodes(pool: NodePool): Promise<NodeProbe[]> {
  await pool.refresh();
  return probesOf(pool);
}

/** The nodes of a pool as known now, in the order of their labels. Asks no node. */
export const probesOf = (pool: NodePool): NodeProbe[] =>
  pool
    .status()
    .map(probeOf)
    .sort((one, other) => (one.node < other.node ? -1 : 1));

/** A node that is only busy can be used: a replica under load stays ready. */
function probeOf({ node, headTimeMs, judged: { kind, why }, circuit }: NodeStatus): NodeProbe {
  if (kind !== 'fit' && kind !== 'old')
    return { node, headTimeMs: kind === 'suspect' ? null : headTimeMs, why };
  return { node, headTimeMs, why: circuit === 'open' ? 'failed repeatedly' : null };
}
