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

/** The refusal to report of two: a definitive one is preferred to trouble of a node, else the first. Pure. */
export function preferDefinitive(
  first: NodeAnswerError | undefined,
  other: NodeAnswerError,
): NodeAnswerError {
  if (first === undefined) return other;
  const isBetter = refusalMeaning(first) === 'node-trouble' && refusalMeaning(other) !== 'node-trouble';
  return isBetter ? other : first;
}
