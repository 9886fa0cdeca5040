import type { CallClass } from '../node/call-class';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from '../node/errors';
import { UnreadableAnswerError } from '../node/parse-answer';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeCaller } from '../pool/node-caller';
import type { SendResult } from './push-facts';
import { refusalMeaning } from './push-refusal';
import { readTransactionRun } from './transaction-answers';

/** A signed transaction whose id is known before anything is sent. */
export interface SignedTransaction {
  readonly id: string;
  /** Hex of the uncompressed transaction: these very bytes go to every node. */
  readonly packedTrx: string;
  readonly signatures: readonly string[];
  /** Milliseconds until it expires, by the time of the chain. */
  readonly msToExpiry: number;
}

/** Sends the bytes to one node once. Never throws for errors of the node. */
export async function sendTo(
  caller: NodeCaller,
  node: UpstreamNode,
  { id, packedTrx, signatures }: SignedTransaction,
  bounds: { readonly call: CallClass; readonly signal: AbortSignal },
): Promise<SendResult> {
  const body = JSON.stringify({
    signatures,
    compression: 'none',
    packed_context_free_data: '',
    packed_trx: packedTrx,
  });
  try {
    const path = '/v1/chain/send_transaction';
    const { json } = await caller.requestFrom(node, { method: 'POST', path, body, ...bounds });
    const { transactionId, refusal, blockNum, blockTimeMs } = readTransactionRun(json);
    if (refusal !== undefined) return refused(refusal);
    if (transactionId !== id) return { kind: 'unacknowledged' };
    return { kind: 'executed', location: { blockNum, blockTimeMs } };
  } catch (error) {
    if (error instanceof NodeAnswerError) return refused(error);
    if (error instanceof NodeFailure) {
      return error.mayHaveArrived ? { kind: 'unacknowledged' } : { kind: 'not-reached', failure: error };
    }
    // The node answered, but the answer is unreadable: the node may have accepted the transaction.
    if (error instanceof UnreadableAnswerError || error instanceof AnswerTooLargeError)
      return { kind: 'unacknowledged' };
    throw error;
  }
}

const refused = (error: NodeAnswerError): SendResult =>
  refusalMeaning(error) === 'duplicate' ? { kind: 'duplicate' } : { kind: 'refused', error };
