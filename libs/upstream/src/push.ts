import { setTimeout as pause } from 'node:timers/promises';
import { UnreadableAnswerError } from './answers/parse';
import { readTransactionRun, type TransactionPlace } from './answers/transactions';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure, UpstreamUnavailableError } from './errors';
import type { CallClass } from './call-class';
import type { NodeCaller } from './node-caller';
import { preferFinal, refusalMeaning } from './push-refusal';
import { type Lookup, lookUpAtNode, lookUpEverywhere } from './transaction-lookup';
import type { UpstreamNode } from './upstream-node';

/** A signed transaction whose id is known before anything is sent. */
export interface SignedTransaction {
  readonly id: string;
  /** Hex of the uncompressed transaction: these very bytes go to every node. */
  readonly packedTrx: string;
  readonly signatures: readonly string[];
}

/** What became of a push. */
export interface PushOutcome extends TransactionPlace {
  /** `unknown`: it was sent and may land; the id tells later. */
  readonly status: 'executed' | 'already_executed' | 'unknown';
}

/** How long it is tried to find out what became of a transaction before it is called unknown. */
export interface PushPatience {
  /** For the push as a whole, however many nodes hang; only a first look at a node's chain id may outlast it. */
  readonly budgetMs: number;
  /** How often, and how far apart, an unconfirmed transaction is looked up in the end. */
  readonly lookups: number;
  readonly pauseMs: number;
}

type Sent =
  | { readonly is: 'taken'; readonly outcome: PushOutcome }
  | { readonly is: 'refused'; readonly error: NodeAnswerError }
  | { readonly is: 'silent' }
  | { readonly is: 'not-reached'; readonly failure: NodeFailure };

/** Of the budget: what is left is for looking up what was sent. */
const SENDING_SHARE = 0.75;
const NOWHERE: TransactionPlace = { blockNum: null, blockTimeMs: null };
/** Further look-ups of a transaction that is executed and has no block yet: blocks are half a second apart. */
const BLOCK_LOOKUPS = 2;

/** One push on its way: what every step of it needs. */
interface Push {
  readonly caller: NodeCaller;
  readonly transaction: SignedTransaction;
  readonly limits: PushPatience;
  /** Ends the sending. */
  readonly sending: AbortSignal;
  /** Ends the whole push. */
  readonly looking: AbortSignal;
}

/**
 * Sends a signed transaction so that an executed one is never reported as failed. Only identical bytes are
 * sent: the chain takes a transaction once, so sending them again is safe until they expire.
 *
 * 1. Nodes are tried in order until one takes or refuses it. A refusal that may be trouble of that node
 *    is kept, and counts when no other node says more. A node that was sent the bytes and gave no answer
 *    is silent: it may hold the transaction.
 * 2. When some were silent, the transaction is looked up, then the silent nodes are sent the bytes
 *    once more: one that refuses now never took it.
 *    "Expired" proves nothing: the chain looks at the age before it looks for a duplicate.
 * 3. A refusal counts as a failure only when no node is left silent; else the answer is `unknown`,
 *    at the latest when the budget is used up.
 * 4. No refusal is reported before the transaction was looked up by its id: these bytes may have been
 *    sent before, and the node that refuses them now may not be the one that took them. When no node answers
 *    the look-up, the answer is `unknown`.
 *
 * @throws NodeAnswerError when the chain refuses it; UpstreamUnavailableError when no node was reached.
 */
export async function pushWithProof(
  caller: NodeCaller,
  transaction: SignedTransaction,
  limits: PushPatience,
): Promise<PushOutcome> {
  const sending = AbortSignal.timeout(limits.budgetMs * SENDING_SHARE);
  const looking = AbortSignal.timeout(limits.budgetMs);
  const push: Push = { caller, transaction, limits, sending, looking };
  let silent: UpstreamNode[] = [];
  const failures: NodeFailure[] = [];
  let refusal: NodeAnswerError | undefined;

  for (const node of caller.nodes()) {
    const sent = await send(push, node, 'push', sending);
    if (sent.is === 'taken') return sent.outcome;
    if (sent.is === 'silent') silent.push(node);
    if (sent.is === 'not-reached') failures.push(sent.failure);
    if (sent.is === 'refused') {
      refusal = preferFinal(refusal, sent.error);
      if (refusalMeaning(sent.error) !== 'node-trouble') break;
    }
  }
  if (silent.length === 0) {
    if (refusal === undefined) throw new UpstreamUnavailableError(caller.network, failures);
    return landedOrThrow(push, refusal);
  }

  const { place } = await lookUp(push);
  if (place !== undefined) return { status: 'executed', ...place };

  for (const node of silent) {
    const sent = await send(push, node, 'lookup', looking);
    if (sent.is === 'taken') return sent.outcome;
    if (sent.is !== 'refused') continue;
    refusal = preferFinal(refusal, sent.error);
    // The chain looks at the age first: one that landed in time is "expired" as well when sent again.
    if (refusalMeaning(sent.error) !== 'final') continue;
    silent = silent.filter((other) => other !== node);
  }
  if (silent.length === 0 && refusal !== undefined) return landedOrThrow(push, refusal);
  return (await lookUpPatiently(push)) ?? { status: 'unknown', ...NOWHERE };
}

/**
 * Where the transaction is after all. The refusal is thrown only when a node was asked and none knows it as landed:
 * without an answer nothing is known of what was sent before.
 */
async function landedOrThrow(push: Push, refusal: NodeAnswerError): Promise<PushOutcome> {
  const { place, isAnswered } = await lookUp(push);
  if (place !== undefined) return { status: 'already_executed', ...place };
  if (!isAnswered) return { status: 'unknown', ...NOWHERE };
  throw refusal;
}

async function lookUpPatiently(push: Push): Promise<PushOutcome | undefined> {
  const { lookups, pauseMs } = push.limits;
  for (let lookup = 0; lookup < lookups && !push.looking.aborted; lookup += 1) {
    if (lookup > 0) await pause(pauseMs);
    const { place } = await lookUp(push);
    if (place !== undefined) return { status: 'executed', ...place };
  }
  return undefined;
}

/** Asks all nodes where the transaction is. */
async function lookUp(push: Push): Promise<Pick<Lookup, 'place' | 'isAnswered'>> {
  const look = () => lookUpEverywhere(push.caller, push.transaction.id, push.looking);
  const { place, isAnswered } = await look();
  return { place: await withBlock(push, place, async () => (await look()).place), isAnswered };
}

/** A transaction that is executed and in no block yet gets one within a block's time: asked again, a few times. */
async function withBlock(
  { limits, looking }: Push,
  first: TransactionPlace | undefined,
  lookAgain: () => Promise<TransactionPlace | undefined>,
): Promise<TransactionPlace | undefined> {
  let place = first;
  for (let again = 0; again < BLOCK_LOOKUPS && place?.blockNum === null && !looking.aborted; again += 1) {
    await pause(limits.pauseMs);
    place = (await lookAgain()) ?? place;
  }
  return place;
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
    const { json } = await push.caller.askNode(node, { method: 'POST', path, body, call, signal });
    const run = readTransactionRun(json);
    if (run.refusal !== undefined) return await refused(push, node, run.refusal);
    if (run.transactionId !== id) return { is: 'silent' };
    const { blockNum, blockTimeMs } = run;
    return { is: 'taken', outcome: { status: 'executed', blockNum, blockTimeMs } };
  } catch (error) {
    if (error instanceof NodeAnswerError) return refused(push, node, error);
    if (error instanceof NodeFailure) {
      return error.mayHaveArrived ? { is: 'silent' } : { is: 'not-reached', failure: error };
    }
    // It answered, but not so that its answer could be read: it may well have taken it.
    if (error instanceof UnreadableAnswerError || error instanceof AnswerTooLargeError)
      return { is: 'silent' };
    throw error;
  }
}

async function refused(push: Push, node: UpstreamNode, error: NodeAnswerError): Promise<Sent> {
  if (refusalMeaning(error) !== 'duplicate') return { is: 'refused', error };
  const look = async () => (await lookUpAtNode(push.caller, node, push.transaction.id, push.looking)).place;
  const place = (await withBlock(push, await look(), look)) ?? NOWHERE;
  return { is: 'taken', outcome: { status: 'already_executed', ...place } };
}
