import { integerRow, type SettingRow } from './setting-rows';

const timeoutRow = (unset: number, of: string) =>
  integerRow(100, 120_000, unset, `milliseconds for a request to a node that ${of}`);

/** Time limits of calls to nodes by class, connecting and all tries at other nodes included. */
export const TIMEOUT_ROWS = {
  NODE_TIMEOUT_INFO_MS: timeoutRow(3_000, 'reads the head'),
  NODE_TIMEOUT_ACCOUNT_MS: timeoutRow(3_000, 'reads an account or balances'),
  NODE_TIMEOUT_ABI_MS: timeoutRow(5_000, 'reads an ABI'),
  NODE_TIMEOUT_TABLE_MS: timeoutRow(5_000, 'reads rows of a table'),
  NODE_TIMEOUT_HISTORY_MS: timeoutRow(10_000, 'reads the history'),
  NODE_TIMEOUT_COMPUTE_MS: timeoutRow(4_000, 'runs a transaction without applying it'),
  NODE_TIMEOUT_LOOKUP_MS: timeoutRow(3_000, 'looks a transaction up'),
  NODE_TIMEOUT_PUSH_MS: timeoutRow(10_000, 'sends a transaction'),
} satisfies Record<string, SettingRow>;
