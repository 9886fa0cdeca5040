/** Kinds of calls that differ in how long they may take and how much they may answer. */
export type CallClass = 'info' | 'account' | 'abi' | 'table' | 'history' | 'compute' | 'lookup' | 'push';

/** Bounds of one call. */
export interface CallBounds {
  /** From the first byte sent to the last byte read, connecting included. */
  readonly deadlineMs: number;
  readonly maxBytes: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** Starting values from operational experience: a node may scan a table for seconds, a push may wait for its turn. */
export const CALL_BOUNDS: Readonly<Record<CallClass, CallBounds>> = {
  info: { deadlineMs: 3_000, maxBytes: 64 * KIB },
  account: { deadlineMs: 3_000, maxBytes: 1 * MIB },
  abi: { deadlineMs: 5_000, maxBytes: 8 * MIB },
  table: { deadlineMs: 5_000, maxBytes: 8 * MIB },
  history: { deadlineMs: 10_000, maxBytes: 8 * MIB },
  compute: { deadlineMs: 4_000, maxBytes: 4 * MIB },
  lookup: { deadlineMs: 3_000, maxBytes: 4 * MIB },
  push: { deadlineMs: 10_000, maxBytes: 4 * MIB },
};
