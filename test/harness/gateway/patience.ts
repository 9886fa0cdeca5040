/** Of the kinds of requests to nodes. */
const KINDS = ['INFO', 'ACCOUNT', 'ABI', 'TABLE', 'HISTORY', 'COMPUTE', 'LOOKUP'];

/** The longest budget of a push that the settings accept. */
const PUSH = '55000';

/** Settings for one node that shares its process with the spec and the gateway: on a busy machine it answers late. */
export const PATIENT_WITH_NODE: NodeJS.ProcessEnv = {
  ...Object.fromEntries(KINDS.map((kind) => [`NODE_TIMEOUT_${kind}_MS`, '120000'])),
  NODE_TIMEOUT_PUSH_MS: PUSH,
  PUSH_BUDGET_MS: PUSH,
};

/** Settings for a Redis that works: a late answer does not count as a lost one. */
export const PATIENT_WITH_REDIS: NodeJS.ProcessEnv = { REDIS_COMMAND_TIMEOUT_MS: '10000' };

/** Settings for a chain whose head a spec sets once: it is current for as long as the spec runs. */
export const PATIENT_WITH_HEAD: NodeJS.ProcessEnv = { NODE_MAX_HEAD_AGE_SECONDS: '1800' };
