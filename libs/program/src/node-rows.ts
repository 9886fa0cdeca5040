import { integerRow, settingRow } from './setting-rows';

const timeoutRow = (name: string, unset: number, of: string) =>
  integerRow(name, [100, 120_000], unset, `milliseconds for a request to a node that ${of}`);

/** A row in seconds whose value is in milliseconds. */
const inMilliseconds = ({ name, schema, allowed, example }: ReturnType<typeof integerRow>) =>
  settingRow(
    name,
    schema.transform((seconds) => seconds * 1_000),
    allowed,
    example,
  );

/** When a node serves reads, see docs/explanation/architecture.md "Node pool". */
export const NODE_ROWS = {
  pollMs: integerRow(
    'NODE_POLL_MS',
    [100, 60_000],
    1_000,
    'milliseconds between the polls of the head of each node, below NODE_MAX_HEAD_AGE_SECONDS',
  ),
  maxHeadAgeMs: inMilliseconds(
    integerRow(
      'NODE_MAX_HEAD_AGE_SECONDS',
      [2, 86_400],
      30,
      'seconds that the head of a node may be behind the clock of the gateway',
    ),
  ),
  maxBlocksBehind: integerRow(
    'NODE_MAX_BLOCKS_BEHIND',
    [1, 100_000],
    10,
    'blocks that a node may be behind the agreed head of all nodes, or ahead of it',
  ),
  maxIndexBlocksBehind: integerRow(
    'NODE_MAX_INDEX_BLOCKS_BEHIND',
    [1, 1_000_000],
    20,
    'blocks that the index of a history node may be behind its chain',
  ),
  samplePercent: integerRow(
    'NODE_SAMPLE_PERCENT',
    [0, 100],
    1,
    'of 100 reads, those that are compared in the background with the answer of another node, where the network has verify: sample or quorum',
  ),
  /**
   * By class of call: see libs/upstream, call-class.ts. Those of reads include connecting and all tries at other nodes;
   * that of a push is for one node.
   */
  timeoutsMs: {
    info: timeoutRow('NODE_TIMEOUT_INFO_MS', 3_000, 'reads the head'),
    account: timeoutRow('NODE_TIMEOUT_ACCOUNT_MS', 3_000, 'reads an account or balances'),
    abi: timeoutRow('NODE_TIMEOUT_ABI_MS', 5_000, 'reads an ABI'),
    table: timeoutRow('NODE_TIMEOUT_TABLE_MS', 5_000, 'reads rows of a table'),
    history: timeoutRow('NODE_TIMEOUT_HISTORY_MS', 10_000, 'reads the history'),
    compute: timeoutRow('NODE_TIMEOUT_COMPUTE_MS', 4_000, 'runs a transaction without applying it'),
    lookup: timeoutRow('NODE_TIMEOUT_LOOKUP_MS', 3_000, 'looks a transaction up'),
    push: timeoutRow('NODE_TIMEOUT_PUSH_MS', 10_000, 'sends a transaction'),
  },
};

/** A push as a whole, however many nodes do not answer. */
export const PUSH_ROWS = {
  // Below the 60 s after which clients, proxies and the MCP surface give a request up.
  budgetMs: integerRow(
    'PUSH_BUDGET_MS',
    [1_000, 55_000],
    40_000,
    'milliseconds for a push as a whole, all nodes and look-ups included; then it is answered unknown',
  ),
};

/** Connections to each node: see libs/upstream, upstream-node.ts. */
export const NODE_CONNECTION_ROWS = {
  pollTimeoutMs: integerRow(
    'NODE_POLL_TIMEOUT_MS',
    [100, 60_000],
    2_000,
    'milliseconds for a poll of the head of a node; a node that takes longer is used only when no other is left',
  ),
  connectTimeoutMs: integerRow(
    'NODE_CONNECT_TIMEOUT_MS',
    [100, 60_000],
    2_000,
    'milliseconds until a connection to a node is open, TLS included',
  ),
  keepAliveMs: integerRow(
    'NODE_KEEP_ALIVE_MS',
    [1_000, 600_000],
    10_000,
    'milliseconds until an idle connection to a node is closed; less than the idle time of the node or its proxy',
  ),
  connections: integerRow('NODE_CONNECTIONS', [1, 1_024], 32, 'connections to each node; more requests wait'),
};
