import type { ServedReply } from '../pool/node-caller';
import { mayHaveArrivedBefore } from './possible-holders';
import type { PushResult, SendResult } from './push-facts';
import type { TransactionLocation } from './transaction-answers';

/** Answer to the client of a push that expects the bytes of a node. */
export type PushReply =
  /** The answer of the node that executed or refused the transaction. */
  | { readonly kind: 'reply'; readonly served: ServedReply }
  /** It was executed, and no answer of a node says so: that answer was lost, or the transaction was found by its id. */
  | { readonly kind: 'executed'; readonly location: TransactionLocation }
  /** It was sent and may still be executed. `sentTo`: address of the only node that may have it, where there is one. */
  | { readonly kind: 'unknown'; readonly sentTo?: string };

const SUCCESS_END = 300;

/** Whether a push may have changed the chain: a refusal did not. */
export const mayChange = (push: PushReply): boolean =>
  push.kind !== 'reply' || push.served.reply.status < SUCCESS_END;

/** Whether a push may have changed an ABI: its traces have an action `setabi`, or there are none. A refusal changed nothing. */
export function maySetAbi(push: PushReply): boolean {
  if (push.kind !== 'reply') return true;
  return mayChange(push) && push.served.reply.bytes.includes('"setabi"');
}

/**
 * The answer for the result of a push. Pure. The node's refusal as a duplicate passes through, unless this push itself
 * may have brought the transaction to a node before: for its client it is executed, not a duplicate.
 * @param sent results of all sends, in order of time
 */
export function replyTo(
  result: Exclude<PushResult, { kind: 'unavailable' }>,
  sent: readonly SendResult[],
  replies: ReadonlyMap<SendResult, ServedReply>,
): PushReply {
  const own = sent.find((send) => standsFor(send, result, sent));
  const served = own && replies.get(own);
  if (served !== undefined) return { kind: 'reply', served };
  // A refusal is reported in the bytes of the node that refused.
  if (result.kind === 'refused') throw result.error;
  const { status, blockNum, blockTimeMs } = result.outcome;
  return status === 'unknown'
    ? { kind: 'unknown' }
    : { kind: 'executed', location: { blockNum, blockTimeMs } };
}

function standsFor(
  send: SendResult,
  result: Exclude<PushResult, { kind: 'unavailable' }>,
  sent: readonly SendResult[],
): boolean {
  if (result.kind === 'refused') return send.kind === 'refused' && send.error === result.error;
  if (result.outcome.status === 'executed') return send.kind === 'executed';
  return (
    result.outcome.status === 'already_executed' && send.kind === 'duplicate' && !mayHaveArrivedBefore(sent)
  );
}
