import { integerRow, type SettingRow } from './setting-rows';

const timeoutRow = (unset: number, of: string) =>
  integerRow(100, 120_000, unset, `milliseconds for a request to a node that ${of}`);

/**
 * Time limits of calls to nodes. Those by class include connecting and all tries at other nodes; those of a push are
 * for one node each.
 */
export const TIMEOUT_ROWS = {
  NODE_TIMEOUT_INFO_MS: timeoutRow(3_000, 'reads the head'),
  NODE_TIMEOUT_ACCOUNT_MS: timeoutRow(3_000, 'reads an account or balances'),
  NODE_TIMEOUT_ABI_MS: timeoutRow(5_000, 'reads an ABI'),
  NODE_TIMEOUT_TABLE_MS: timeoutRow(5_000, 'reads rows of a table'),
  NODE_TIMEOUT_HISTORY_MS: timeoutRow(10_000, 'reads the history'),
  NODE_TIMEOUT_COMPUTE_MS: timeoutRow(4_000, 'runs a transaction without applying it'),
  NODE_TIMEOUT_LOOKUP_MS: timeoutRow(3_000, 'looks a transaction up'),
  NODE_TIMEOUT_PUSH_MS: timeoutRow(10_000, 'sends a transaction'),
  // Below the 60 s after which clients, proxies and the MCP surface give a request up.
  PUSH_BUDGET_MS: integerRow(
    1_000,
    55_000,
    40_000,
    'milliseconds for a push as a whole, all nodes and look-ups included; then it is answered unknown',
  ),
  NODE_POLL_TIMEOUT_MS: integerRow(
    100,
    60_000,
    2_000,
    'milliseconds for a poll of the head of a node; a node that takes longer is used only when no other is left',
  ),
  NODE_CONNECT_TIMEOUT_MS: integerRow(
    100,
    60_000,
    2_000,
    'milliseconds until a connection to a node is open, TLS included',
  ),
  NODE_KEEP_ALIVE_MS: integerRow(
    1_000,
    600_000,
    10_000,
    'milliseconds until an idle connection to a node is closed; less than the idle time of the node or its proxy',
  ),
  NODE_CONNECTIONS: integerRow(1, 1_024, 32, 'connections to each node; more requests wait'),
} satisfies Record<string, SettingRow>;
