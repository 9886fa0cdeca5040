/** A node's newest block as it was read. */
export interface NodeHead {
  /** Time of the block, in milliseconds since the epoch by the chain's own time. */
  readonly headTimeMs: number;
  /** When it was read, by this process's monotonic clock. */
  readonly readAtMs: number;
}

/**
 * A node further behind the best head of all nodes is not read from: 12 blocks, one producer's turn. Nodes that
 * follow the chain are one or two blocks apart, and a read of the head takes up to 3 s.
 */
export const MAX_HEAD_LAG_MS = 6_000;

/**
 * How far a head is behind the best of the others, in milliseconds; 0 when it is not behind. Heads that were read at
 * different moments are compared by the time that passed between, unless the chain stood still. Pure.
 */
export function headLagMs(head: NodeHead, others: readonly NodeHead[]): number {
  const lags = others.map((other) => {
    const difference = other.headTimeMs - head.headTimeMs;
    return Math.min(difference, difference - (other.readAtMs - head.readAtMs));
  });
  return Math.max(0, ...lags);
}
