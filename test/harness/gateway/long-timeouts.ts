/** Of the kinds of requests to nodes. */
const KINDS = ['INFO', 'ACCOUNT', 'ABI', 'TABLE', 'HISTORY', 'COMPUTE', 'LOOKUP'];

/** The longest budget of a push that the settings accept. */
const PUSH = '55000';

/** Settings for one node that shares its process with the spec and the gateway: on a busy machine it answers late. */
export const LONG_NODE_TIMEOUTS: NodeJS.ProcessEnv = {
  ...Object.fromEntries(KINDS.map((kind) => [`NODE_TIMEOUT_${kind}_MS`, '120000'])),
  NODE_TIMEOUT_PUSH_MS: PUSH,
  PUSH_BUDGET_MS: PUSH,
  // A late answer to a poll says nothing about the node.
  NODE_POLL_TIMEOUT_MS: '60000',
};

/** Settings for a Redis that works: a late answer does not count as a lost one. */
export const LONG_REDIS_TIMEOUT: NodeJS.ProcessEnv = { REDIS_COMMAND_TIMEOUT_MS: '10000' };

/** Settings for a chain whose head a spec sets once: it is current for as long as the spec runs. */
export const LONG_HEAD_AGE: NodeJS.ProcessEnv = { NODE_MAX_HEAD_AGE_SECONDS: '1800' };
