import type { UpstreamNode } from '../node/upstream-node';
import type { NodeHealth } from './node-health';

const RANK = { fit: 0, old: 1, unknown: 2, suspect: 3, unfit: 4 };
/** A backup is behind all other nodes that are as fit, and before those that are less. */
const BACKUP = 0.5;

const rankOf = ({ fitness, node }: NodeHealth): number => RANK[fitness.kind] + (node.isBackup ? BACKUP : 0);

/** All nodes, the fittest first; those that are as fit in their order. */
export const fittestFirst = (healths: readonly NodeHealth[]): UpstreamNode[] =>
  healths
    .map((health) => ({ node: health.node, rank: rankOf(health) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ node }) => node);
