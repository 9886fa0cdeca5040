import type { CallClass } from '../node/call-class';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from '../node/errors';
import { UnreadableAnswerError } from '../node/parse-answer';
import type { NodeReply } from '../node/node-request';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeCaller } from '../pool/node-caller';
import type { PushDeadline } from './push-deadline';
import type { SendResult } from './push-facts';
import { refusalMeaning, refusesTransaction } from './push-refusal';
import { readTransactionRun } from './transaction-answers';
import type { TransactionLife } from './transaction-life';

/** A signed transaction whose id is known before anything is sent. */
export interface SignedTransaction {
  readonly id: string;
  readonly life: TransactionLife;
  /** Hex of the uncompressed transaction: these very bytes go to every node. */
  readonly packedTrx: string;
  readonly signatures: readonly string[];
  /** Milliseconds until it expires, by the time of the chain. */
  readonly msToExpiry: number;
}

/** A transaction in the form in which it is pushed: the same bytes go to every node. */
export interface PushedTransaction {
  readonly id: string;
  readonly life: TransactionLife;
  /** Milliseconds until it expires, by the time of the chain. */
  readonly msToExpiry: number;
  /** A route that answers the trace of one transaction: push_transaction, send_transaction or send_transaction2. */
  readonly path: string;
  readonly body: string | Uint8Array;
  /** End of the push that this transaction is a part of; unset: it has the budget of a push for itself. */
  readonly deadline?: PushDeadline;
  /** Addresses of nodes that said that they have it, and lost it: they are tried after all others. */
  readonly lostBy?: ReadonlySet<string>;
}

/** A signed transaction as a request to send_transaction. */
export function inSendTransaction({
  id,
  life,
  packedTrx,
  signatures,
  msToExpiry,
}: SignedTransaction): PushedTransaction {
  const body = JSON.stringify({
    signatures,
    compression: 'none',
    packed_context_free_data: '',
    packed_trx: packedTrx,
  });
  return { id, life, msToExpiry, path: '/v1/chain/send_transaction', body };
}

/** A send and the bytes of its answer, where a whole one came. */
export interface Sent {
  readonly result: SendResult;
  readonly reply: NodeReply | undefined;
  /** No answer came although the bytes may have arrived. One that says nothing of the transaction is an answer. */
  readonly isSilent: boolean;
}

/** Sends the bytes to one node once. Never throws for errors of the node. */
export async function sendTo(
  caller: NodeCaller,
  node: UpstreamNode,
  { id, path, body }: PushedTransaction,
  bounds: { readonly call: CallClass; readonly signal: AbortSignal },
): Promise<Sent> {
  let reply: NodeReply | undefined;
  const request = { method: 'POST', path, body, ...bounds } as const;
  try {
    const { json } = await caller.requestFrom(node, request, (received) => (reply = received));
    const { transactionId, refusal, blockNum, blockTimeMs } = readTransactionRun(json);
    const answered = (result: SendResult): Sent => ({ result, reply, isSilent: false });
    if (refusal !== undefined) return answered(refused(refusal));
    if (transactionId !== id) return answered({ kind: 'unacknowledged' });
    return answered({ kind: 'executed', location: { blockNum, blockTimeMs } });
  } catch (error) {
    const result = resultOfError(error);
    const isAnswered = reply !== undefined || !(error instanceof NodeFailure);
    return { result, reply, isSilent: result.kind === 'unacknowledged' && !isAnswered };
  }
}

/** The result of a send that ended with an error. @throws an error that no node causes */
export function resultOfError(error: unknown): SendResult {
  if (error instanceof NodeAnswerError)
    return refusesTransaction(error) ? refused(error) : { kind: 'unacknowledged' };
  if (error instanceof NodeFailure) {
    return error.mayHaveArrived ? { kind: 'unacknowledged' } : { kind: 'not-reached', failure: error };
  }
  // The node answered, but the answer is unreadable: the node may have accepted the transaction.
  if (error instanceof UnreadableAnswerError || error instanceof AnswerTooLargeError)
    return { kind: 'unacknowledged' };
  throw error;
}

const refused = (error: NodeAnswerError): SendResult =>
  refusalMeaning(error) === 'duplicate' ? { kind: 'duplicate' } : { kind: 'refused', error };
