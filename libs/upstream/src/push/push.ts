import { setTimeout as pause } from 'node:timers/promises';
import { UnreadableAnswerError } from '../node/parse-answer';
import { readTransactionRun, type TransactionLocation } from './transaction-answers';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure, UpstreamUnavailableError } from '../node/errors';
import type { CallClass } from '../node/call-class';
import type { NodeCaller } from '../pool/node-caller';
import { preferDefinitive, refusalMeaning } from './push-refusal';
import { type Lookup, lookUpAtNode, lookUpEverywhere } from './transaction-lookup';
import type { UpstreamNode } from '../node/upstream-node';

/** A signed transaction whose id is known before anything is sent. */
export interface SignedTransaction {
  readonly id: string;
  /** Hex of the uncompressed transaction: these very bytes go to every node. */
  readonly packedTrx: string;
  readonly signatures: readonly string[];
}

/** Outcome of a push. */
export interface PushOutcome extends TransactionLocation {
  /** `unknown`: it was sent and may still be executed; look it up by its id later. */
  readonly status: 'executed' | 'already_executed' | 'unknown';
}

/** Retry and confirmation limits of a push. */
export interface PushRetryPolicy {
  /** For the push as a whole, however many nodes hang; only the first check of a node's chain id may exceed it. */
  readonly budgetMs: number;
  /** Number of final look-ups of an unconfirmed transaction, and the pause between them. */
  readonly lookups: number;
  readonly pauseMs: number;
}

type Sent =
  | { readonly kind: 'taken'; readonly outcome: PushOutcome }
  | { readonly kind: 'refused'; readonly error: NodeAnswerError }
  | { readonly kind: 'unacknowledged' }
  | { readonly kind: 'not-reached'; readonly failure: NodeFailure };

/** Share of the budget for sending; the remainder is for look-ups. */
const SENDING_SHARE = 0.75;
const NO_LOCATION: TransactionLocation = { blockNum: null, blockTimeMs: null };
/** Additional look-ups of a transaction that is executed and has no block yet: blocks are half a second apart. */
const BLOCK_LOOKUPS = 2;

/** State that every step of one push needs. */
interface Push {
  readonly caller: NodeCaller;
  readonly transaction: SignedTransaction;
  readonly policy: PushRetryPolicy;
  /** Ends the sending. */
  readonly sending: AbortSignal;
  /** Ends the whole push. */
  readonly looking: AbortSignal;
}

/**
 * Sends a signed transaction so that an executed one is never reported as failed. Only identical bytes are
 * sent: the chain takes a transaction once, so sending them again is safe until they expire.
 *
 * 1. Nodes are tried in order until one accepts or refuses it. A refusal that may be trouble of that node
 *    is kept, and reported when no other node gives a definitive one. A node that was sent the bytes and
 *    gave no answer is unacknowledged: it may hold the transaction.
 * 2. When some nodes are unacknowledged, the transaction is looked up, then the bytes are sent to these nodes
 *    once more: a node that refuses them now has never accepted them.
 *    "Expired" proves nothing: the chain looks at the age before it looks for a duplicate.
 * 3. A refusal counts as a failure only when no node remains unacknowledged; else the answer is `unknown`,
 *    at the latest when the budget is used up.
 * 4. No refusal is reported before the transaction was looked up by its id: these bytes may have been
 *    sent before, and the node that refuses them now may not be the one that accepted them. When no node answers
 *    the look-up, the answer is `unknown`.
 *
 * @throws NodeAnswerError when the chain refuses it; UpstreamUnavailableError when no node was reached.
 */
export async function pushAndConfirm(
  caller: NodeCaller,
  transaction: SignedTransaction,
  policy: PushRetryPolicy,
): Promise<PushOutcome> {
  const sending = AbortSignal.timeout(policy.budgetMs * SENDING_SHARE);
  const looking = AbortSignal.timeout(policy.budgetMs);
  const push: Push = { caller, transaction, policy, sending, looking };
  let unacknowledged: UpstreamNode[] = [];
  const failures: NodeFailure[] = [];
  let refusal: NodeAnswerError | undefined;

  for (const node of caller.nodes()) {
    const sent = await send(push, node, 'push', sending);
    if (sent.kind === 'taken') return sent.outcome;
    if (sent.kind === 'unacknowledged') unacknowledged.push(node);
    if (sent.kind === 'not-reached') failures.push(sent.failure);
    if (sent.kind === 'refused') {
      refusal = preferDefinitive(refusal, sent.error);
      if (refusalMeaning(sent.error) !== 'node-trouble') break;
    }
  }
  if (unacknowledged.length === 0) {
    if (refusal === undefined) throw new UpstreamUnavailableError(caller.network, failures);
    return confirmOrThrow(push, refusal);
  }

  const { location } = await lookUp(push);
  if (location !== undefined) return { status: 'executed', ...location };

  for (const node of unacknowledged) {
    const sent = await send(push, node, 'lookup', looking);
    if (sent.kind === 'taken') return sent.outcome;
    if (sent.kind !== 'refused') continue;
    refusal = preferDefinitive(refusal, sent.error);
    // The chain checks the expiry first: an executed transaction is "expired" as well when sent again.
    if (refusalMeaning(sent.error) !== 'definitive') continue;
    unacknowledged = unacknowledged.filter((other) => other !== node);
  }
  if (unacknowledged.length === 0 && refusal !== undefined) return confirmOrThrow(push, refusal);
  return (await lookUpRepeatedly(push)) ?? { status: 'unknown', ...NO_LOCATION };
}

/**
 * Location of the transaction, when it was executed after all. The refusal is thrown only when a node answered the
 * look-up and none knows the transaction: without an answer the result of an earlier send is unknown.
 */
async function confirmOrThrow(push: Push, refusal: NodeAnswerError): Promise<PushOutcome> {
  const { location, isAnswered } = await lookUp(push);
  if (location !== undefined) return { status: 'already_executed', ...location };
  if (!isAnswered) return { status: 'unknown', ...NO_LOCATION };
  throw refusal;
}

async function lookUpRepeatedly(push: Push): Promise<PushOutcome | undefined> {
  const { lookups, pauseMs } = push.policy;
  for (let lookup = 0; lookup < lookups && !push.looking.aborted; lookup += 1) {
    if (lookup > 0) await pause(pauseMs);
    const { location } = await lookUp(push);
    if (location !== undefined) return { status: 'executed', ...location };
  }
  return undefined;
}

/** Looks the transaction up at all nodes. */
async function lookUp(push: Push): Promise<Pick<Lookup, 'location' | 'isAnswered'>> {
  const look = () => lookUpEverywhere(push.caller, push.transaction.id, push.looking);
  const { location, isAnswered } = await look();
  return { location: await withBlock(push, location, async () => (await look()).location), isAnswered };
}

/** An executed transaction without a block gets one within a block interval: looks it up again, a few times. */
async function withBlock(
  { policy, looking }: Push,
  first: TransactionLocation | undefined,
  lookAgain: () => Promise<TransactionLocation | undefined>,
): Promise<TransactionLocation | undefined> {
  let location = first;
  for (let again = 0; again < BLOCK_LOOKUPS && location?.blockNum === null && !looking.aborted; again += 1) {
    await pause(policy.pauseMs);
    location = (await lookAgain()) ?? location;
  }
  return location;
}

async function send(push: Push, node: UpstreamNode, call: CallClass, signal: AbortSignal): Promise<Sent> {
  const { id, packedTrx, signatures } = push.transaction;
  const body = JSON.stringify({
    signatures,
    compression: 'none',
    packed_context_free_data: '',
    packed_trx: packedTrx,
  });
  try {
    const path = '/v1/chain/send_transaction';
    const { json } = await push.caller.requestFrom(node, { method: 'POST', path, body, call, signal });
    const run = readTransactionRun(json);
    if (run.refusal !== undefined) return await refused(push, node, run.refusal);
    if (run.transactionId !== id) return { kind: 'unacknowledged' };
    const { blockNum, blockTimeMs } = run;
    return { kind: 'taken', outcome: { status: 'executed', blockNum, blockTimeMs } };
  } catch (error) {
    if (error instanceof NodeAnswerError) return refused(push, node, error);
    if (error instanceof NodeFailure) {
      return error.mayHaveArrived ? { kind: 'unacknowledged' } : { kind: 'not-reached', failure: error };
    }
    // The node answered, but the answer is unreadable: the node may have accepted the transaction.
    if (error instanceof UnreadableAnswerError || error instanceof AnswerTooLargeError)
      return { kind: 'unacknowledged' };
    throw error;
  }
}

async function refused(push: Push, node: UpstreamNode, error: NodeAnswerError): Promise<Sent> {
  if (refusalMeaning(error) !== 'duplicate') return { kind: 'refused', error };
  const look = async () =>
    (await lookUpAtNode(push.caller, node, push.transaction.id, push.looking)).location;
  const location = (await withBlock(push, await look(), look)) ?? NO_LOCATION;
  return { kind: 'taken', outcome: { status: 'already_executed', ...location } };
}
