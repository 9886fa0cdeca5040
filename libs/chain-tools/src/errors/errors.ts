import { type ErrorRow, errorsOf, ToolError } from '@app/tooling';
import { REQUEST_ERRORS } from './request-errors';

/**
 * Every way a request can fail, declared once. The surfaces only print it: `{error, code}` over REST,
 * `isError` with the code in `_meta` over MCP, the node's own shapes in the mirror.
 *
 * Statuses of tools follow docs/reference/rules.md, errors: 400 is "invalid arguments, or the tool failed", a node
 * outage included; 404 is "no such tool"; 429 is the bucket. Outside that table stand the refusals
 * that happen before a tool is reached (405, 413, 415, 417, 501, 505), a replica that is stopping (503), and 500 for a
 * defect of the service itself, which must not look like the caller's fault.
 */
export const ERRORS = {
  ...REQUEST_ERRORS,

  // the network and its contracts
  NETWORK_NOT_CONFIGURED: {
    status: 400,
    retry: 'never',
    message: (network: string) => `network ${network} is not configured`,
  },
  PROFILE_MISMATCH: {
    status: 400,
    retry: 'never',
    message: (entry: string, reason: string) =>
      `the contract profile does not match the chain: ${entry}: ${reason}`,
  },
  UPSTREAM_UNAVAILABLE: {
    status: 400,
    retry: 'later',
    message: (network: string, why: string) => `no node of ${network} could answer: ${why}`,
  },
  OLD_CHAIN: {
    status: 400,
    retry: 'later',
    message: (network: string, lag: string, rest: string) =>
      `${network}: ${lag}: ${rest}. The chain stands still, its node lags, or this machine's clock is wrong; ` +
      'retry later',
  },
  NODES_DISAGREE: {
    status: 400,
    retry: 'later',
    message: (network: string, why: string) =>
      `the nodes of ${network} disagree, and no majority says which one is right: ${why}. Nothing of it is used; retry later`,
  },
  UNCONFIRMED: {
    status: 400,
    retry: 'later',
    message: (network: string, route: string) =>
      `only one node of ${network} answered ${route}: it is compared with another one before money follows it. Nothing of it is used; retry later`,
  },
  CONSISTENCY_REFUSED: {
    status: 400,
    retry: 'never',
    message: (why: string) => `x-consistency: ${why}`,
  },
  BLOCK_NOT_REACHED: {
    status: 503,
    retry: 'later',
    message: (network: string, block: number, head: number) =>
      `no node of ${network} that can answer has block ${block} yet; the head of the network is ${head}. Nothing was ` +
      'read; retry',
  },
  NO_HISTORY: {
    status: 400,
    retry: 'never',
    message: (network: string, route: string) =>
      `${network} has no history: none of its nodes serves ${route}, and the chain itself does not keep what is past`,
  },
  UPSTREAM_REFUSED: {
    status: 400,
    retry: 'never',
    message: (reason: string) => `the node refused the request: ${reason}`,
  },
  UPSTREAM_ANSWER_UNREADABLE: {
    status: 400,
    retry: 'later',
    message: (what: string) => `the node's answer could not be read: ${what}`,
  },

  // accounts
  UNKNOWN_ACCOUNT: {
    status: 400,
    retry: 'never',
    message: (account: string, network: string) => `account ${account} does not exist on ${network}`,
  },
  UNKNOWN_PERMISSION: {
    status: 400,
    retry: 'never',
    message: (account: string, permission: string, known: string) =>
      `account ${account} has no permission ${permission}; it has: ${known}`,
  },
  AFFECTED_ACCOUNT: {
    status: 400,
    retry: 'never',
    message: (account: string) =>
      `account ${account} is in the affected set (affected_set=true): it must not be operated from`,
  },

  // values that only the service can judge: the message names the field first
  INVALID_VALUE: {
    status: 400,
    retry: 'never',
    message: (field: string, reason: string) => `${field}: ${reason}`,
  },
  NOT_FOUND: { status: 400, retry: 'never', message: (what: string) => what },
  STALE_PRICE: {
    status: 400,
    retry: 'later',
    message: (pair: string, why: string) =>
      `price of ${pair} is stale (${why}): not used for collateral math; retry when it is fresh`,
  },
  BELOW_MINIMUM: {
    status: 400,
    retry: 'never',
    message: (field: string, amount: string, minimum: string) =>
      `${field}: ${amount} is below the minimum of ${minimum}`,
  },

  // request ids
  REQUEST_ID_REUSED: {
    status: 400,
    retry: 'never',
    message: () =>
      'request_id: names a call with other arguments; the same id is for a retry of the same call, another intention ' +
      'needs another id',
  },
  REQUEST_ID_UNDECIDED: {
    status: 400,
    retry: 'later',
    message: () =>
      'request_id: its transaction has expired, and the nodes do not show yet whether it was executed; retry with the ' +
      'same id, and do not compose it under another one before you have looked at the balances',
  },
  REQUEST_ID_UNAVAILABLE: {
    status: 400,
    retry: 'later',
    message: (why: string) =>
      `request_id: cannot be kept now (${why}), so a retry could pay twice; nothing was composed, retry later`,
  },
  TOO_MANY_REQUEST_IDS: {
    status: 400,
    retry: 'later',
    message: (own: number, waitSeconds: number) =>
      `request_id: this address holds ${own} ids of the last 24 hours, as many as it may; nothing was composed. ` +
      `Retry in ${waitSeconds}s, when the oldest of them is forgotten; those that it holds are answered`,
  },

  // the relay
  RELAY_REFUSED: { status: 400, retry: 'never', message: (reason: string) => reason },
  CONTRACT_REFUSED: { status: 400, retry: 'never', message: (contractMessage: string) => contractMessage },
  NOT_RUN_BY_NODE: {
    status: 400,
    retry: 'later',
    message: (reason: string) =>
      `the node could not run the transaction: ${reason}; push the same bytes again until they expire ` +
      '(executed once at most), do not compose it anew before',
  },

  // the service
  SHUTTING_DOWN: { status: 503, retry: 'later', message: () => 'the service is stopping; retry' },
  TOO_MANY_CONNECTIONS: {
    status: 503,
    retry: 'later',
    message: () => 'too many connections of this address',
  },
  TOO_MANY_STREAMS: {
    status: 503,
    retry: 'later',
    message: (of: string) => `too many streams ${of} are open; close some, or retry`,
  },
  OVERLOADED: {
    status: 503,
    retry: 'later',
    message: () => 'too many request bodies are arriving at once; retry',
  },
  INTERNAL: {
    status: 500,
    retry: 'later',
    message: () => 'internal error; the log has the details under this x-request-id',
  },
} as const satisfies Record<string, ErrorRow>;

/** The name of one row of the table. */
export type ErrorKind = keyof typeof ERRORS;

/** The word of a row that clients read. It never changes; rows may be added. Source: docs/how-to/troubleshooting.md. */
export const errorCode = (kind: ErrorKind): string => kind.toLowerCase();

type MessageArguments<K extends ErrorKind> = Parameters<(typeof ERRORS)[K]['message']>;

/** Makes the error of `kind`; `args` are those of the row's message. */
export const toolError = errorsOf(ERRORS);

/** The error of `kind` with a message of its own. */
export const errorInWords = (kind: ErrorKind, message: string, options?: { cause?: unknown }): ToolError =>
  new ToolError(kind, message, ERRORS[kind], options);

/** As `toolError`, keeping what caused it for the log. */
export function toolErrorBecause<K extends ErrorKind>(
  cause: unknown,
  kind: K,
  ...args: MessageArguments<K>
): ToolError {
  return errorInWords(kind, toolError(kind, ...args).message, { cause });
}

/** Throws the error of `kind`. */
export function fail<K extends ErrorKind>(kind: K, ...args: MessageArguments<K>): never {
  throw toolError(kind, ...args);
}
