/** Of the kinds of requests to nodes. */
const KINDS = ['INFO', 'ACCOUNT', 'ABI', 'TABLE', 'HISTORY', 'COMPUTE', 'LOOKUP', 'PUSH'];

/** Settings for one node that shares its process with the spec and the gateway: on a busy machine it answers late. */
export const PATIENT_WITH_NODE: NodeJS.ProcessEnv = Object.fromEntries(
  KINDS.map((kind) => [`NODE_TIMEOUT_${kind}_MS`, '120000']),
);

/** Settings for a Redis that works: a late answer does not count as a lost one. */
export const PATIENT_WITH_REDIS: NodeJS.ProcessEnv = { REDIS_COMMAND_TIMEOUT_MS: '10000' };
