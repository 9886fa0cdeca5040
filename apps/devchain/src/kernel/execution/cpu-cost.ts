/**
 * Microseconds billed, by what a transaction does and not by how long this machine takes for it: measured time
 * would make receipts, and with them block ids, differ from run to run. The sizes are those of a real node.
 */
export const CPU_COST_US = {
  transaction: 60,
  signature: 60,
  execution: 20,
  rowWrite: 4,
} as const;
