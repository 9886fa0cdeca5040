import type { NodeAnswerError } from '../node/errors';

/**
 * Meaning of a node's refusal of a pushed transaction:
 *
 * - `duplicate`: the node has the transaction already.
 * - `expired`: nodes check the age before they check for a duplicate, so it may be in a block.
 * - `node-trouble`: a limit or a delay of that node. Another node may accept the same bytes, and a node
 *   that reports it may not have seen the block that holds the transaction.
 * - `definitive`: every node refuses it for the same reason.
 */
export type RefusalMeaning = 'duplicate' | 'expired' | 'node-trouble' | 'definitive';

const TX_DUPLICATE = 3_040_008;
const EXPIRED_TX = 3_040_005;

/** Codes of `node-trouble`. Source: nodeos' error registry. */
const NODE_TROUBLE = new Set([
  3_040_007, // invalid_ref_block_exception: the node is behind the reference block
  3_040_012, // too_many_tx_at_once
  3_040_018, // tx_resource_exhaustion: transient limit of the node
  3_080_003, // block_net_usage_exceeded: no space left in the block that is being produced
  3_080_004, // tx_cpu_usage_exceeded: nodes bill CPU time by their own measurement
  3_080_005, // block_cpu_usage_exceeded
  3_080_006, // deadline_exception
  3_080_007, // greylist_net_usage_exceeded: the node's own list of accounts it gives less to
  3_080_008, // greylist_cpu_usage_exceeded
  3_080_011, // interrupt_exception
  3_080_012, // interrupt_oc_exception
  3_081_001, // leeway_deadline_exception
]);

/** Classifies a refusal of a transaction. Pure. */
export function refusalMeaning({ code, errorName }: NodeAnswerError): RefusalMeaning {
  if (code === TX_DUPLICATE || errorName === 'tx_duplicate') return 'duplicate';
  if (code === EXPIRED_TX) return 'expired';
  return NODE_TROUBLE.has(code) ? 'node-trouble' : 'definitive';
}

/** Statuses with which nodeos refuses a transaction. Source: handle_exception of its http plugin. */
const REFUSAL_STATUSES = [400, 401, 404, 409, 422, 500];
const FIRST_CHAIN_ERROR = 3_000_000;
const UNKNOWN_ENDPOINT = 404;
/** Errors of fc that come from reading the request: parse, argument, key, cast, range, assertion, end of input. */
const READING_ERRORS = new Set([4, 5, 6, 7, 8, 10, 11]);

/**
 * Whether an error answer of a node shows that the node did not execute the transaction: an error of the chain, an error of
 * reading the request, or a route that the node does not have. Any other error (of a proxy, of nodeos' limits, of
 * writing the answer) may come after the execution. Pure.
 */
export function refusesTransaction({ httpStatus, code, errorName }: NodeAnswerError): boolean {
  if (!REFUSAL_STATUSES.includes(httpStatus)) return false;
  if (code >= FIRST_CHAIN_ERROR || READING_ERRORS.has(code) || errorName === 'tx_duplicate') return true;
  return httpStatus === UNKNOWN_ENDPOINT && errorName !== '';
}

/** The refusal to report of two: a definitive one is preferred to trouble of a node, else the first. Pure. */
export function preferDefinitive(
  first: NodeAnswerError | undefined,
  other: NodeAnswerError,
): NodeAnswerError {
  if (first === undefined) return other;
  const isBetter = refusalMeaning(first) === 'node-trouble' && refusalMeaning(other) !== 'node-trouble';
  return isBetter ? other : first;
}
