import { setTimeout as pause } from 'node:timers/promises';
import { UnreadableAnswerError } from './answers/parse';
import { readTransactionRun, type TransactionPlace } from './answers/transactions';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure, UpstreamUnavailableError } from './errors';
import type { CallClass } from './call-class';
import type { NodeCaller } from './node-caller';
import { lookUpAtNode, lookUpEverywhere } from './transaction-lookup';
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

const TX_DUPLICATE = 3_040_008;
const TX_EXPIRED = 3_040_005;
/**
 * Refusals that may be the node's own trouble: it ran out of time (deadline_exception,
 * leeway_deadline_exception), or it lags and does not know the reference block yet. They prove nothing
 * about a transaction that was sent there before. Source: nodeos' error registry.
 */
const OF_THE_NODE = new Set([3_080_006, 3_081_001, 3_040_007]);
/** Of the budget: what is left is for looking up what was sent. */
const SENDING_SHARE = 0.75;
const NOWHERE: TransactionPlace = { blockNum: null, blockTimeMs: null };

/**
 * Sends a signed transaction so that a landed one is never called failed. Only identical bytes are
 * sent: the chain takes a transaction once, so sending them again is safe until they expire.
 *
 * 1. Nodes are tried in order until one takes or refuses it. A refusal that may be the node's own
 *    trouble is kept, and counts when no other node says more. A node that was sent the bytes and
 *    gave no answer is silent: it may hold the transaction.
 * 2. When some were silent, the transaction is looked up, then the silent nodes are sent the bytes
 *    once more: one that refuses now never took it.
 *    "Expired" proves nothing: the chain looks at the age before it looks for a duplicate.
 * 3. A refusal counts as a failure only when no node is left silent; else the answer is `unknown`,
 *    at the latest when the budget is used up.
 *
 * @throws NodeAnswerError when the chain refuses it; UpstreamUnavailableError when no node was reached.
 */
export async function pushWithProof(
  caller: NodeCaller,
  transaction: SignedTransaction,
  patience: PushPatience,
): Promise<PushOutcome> {
  const sending = AbortSignal.timeout(patience.budgetMs * SENDING_SHARE);
  const looking = AbortSignal.timeout(patience.budgetMs);
  let silent: UpstreamNode[] = [];
  const failures: NodeFailure[] = [];
  let refusal: NodeAnswerError | undefined;

  for (const node of caller.nodes()) {
    const sent = await send(caller, node, transaction, 'push', sending);
    if (sent.is === 'taken') return sent.outcome;
    if (sent.is === 'silent') silent.push(node);
    if (sent.is === 'not-reached') failures.push(sent.failure);
    if (sent.is === 'refused') {
      refusal = weightier(refusal, sent.error);
      if (!isOfTheNode(sent.error)) break;
    }
  }
  if (silent.length === 0) {
    if (refusal !== undefined && isExpired(refusal)) {
      const { place } = await lookUpEverywhere(caller, transaction.id, looking);
      if (place !== undefined) return { status: 'already_executed', ...place };
    }
    throw refusal ?? new UpstreamUnavailableError(caller.network, failures);
  }

  const { place } = await lookUpEverywhere(caller, transaction.id, looking);
  if (place !== undefined) return { status: 'executed', ...place };

  for (const node of silent) {
    const sent = await send(caller, node, transaction, 'lookup', looking);
    if (sent.is === 'taken') return sent.outcome;
    if (sent.is !== 'refused') continue;
    refusal = weightier(refusal, sent.error);
    // The chain looks at the age first: one that landed in time is "expired" as well when sent again.
    if (isExpired(sent.error) || isOfTheNode(sent.error)) continue;
    silent = silent.filter((other) => other !== node);
  }
  if (silent.length === 0 && refusal !== undefined) throw refusal;
  return (
    (await lookUpPatiently(caller, transaction.id, patience, looking)) ?? { status: 'unknown', ...NOWHERE }
  );
}

const isOfTheNode = ({ code }: NodeAnswerError): boolean => OF_THE_NODE.has(code);

/** The first refusal, unless it may be one node's own trouble and the other is not. */
function weightier(first: NodeAnswerError | undefined, other: NodeAnswerError): NodeAnswerError {
  return first === undefined || (isOfTheNode(first) && !isOfTheNode(other)) ? other : first;
}

const isExpired = ({ code }: NodeAnswerError): boolean => code === TX_EXPIRED;

async function lookUpPatiently(
  caller: NodeCaller,
  id: string,
  { lookups, pauseMs }: PushPatience,
  signal: AbortSignal,
): Promise<PushOutcome | undefined> {
  for (let lookup = 0; lookup < lookups && !signal.aborted; lookup += 1) {
    if (lookup > 0) await pause(pauseMs);
    const { place } = await lookUpEverywhere(caller, id, signal);
    if (place !== undefined) return { status: 'executed', ...place };
  }
  return undefined;
}

async function send(
  caller: NodeCaller,
  node: UpstreamNode,
  { id, packedTrx, signatures }: SignedTransaction,
  call: CallClass,
  signal: AbortSignal,
): Promise<Sent> {
  const body = JSON.stringify({
    signatures,
    compression: 'none',
    packed_context_free_data: '',
    packed_trx: packedTrx,
  });
  try {
    const path = '/v1/chain/send_transaction';
    const { json } = await caller.askNode(node, { method: 'POST', path, body, call, signal });
    const run = readTransactionRun(json);
    if (run.refusal !== undefined) return await refused(caller, node, id, run.refusal, signal);
    if (run.transactionId !== id) return { is: 'silent' };
    const { blockNum, blockTimeMs } = run;
    return { is: 'taken', outcome: { status: 'executed', blockNum, blockTimeMs } };
  } catch (error) {
    if (error instanceof NodeAnswerError) return refused(caller, node, id, error, signal);
    if (error instanceof NodeFailure) {
      return error.mayHaveArrived ? { is: 'silent' } : { is: 'not-reached', failure: error };
    }
    // It answered, but not so that its answer could be read: it may well have taken it.
    if (error instanceof UnreadableAnswerError || error instanceof AnswerTooLargeError)
      return { is: 'silent' };
    throw error;
  }
}

async function refused(
  caller: NodeCaller,
  node: UpstreamNode,
  id: string,
  error: NodeAnswerError,
  signal: AbortSignal,
): Promise<Sent> {
  const isDuplicate = error.code === TX_DUPLICATE || error.errorName === 'tx_duplicate';
  if (!isDuplicate) return { is: 'refused', error };
  const { place = NOWHERE } = await lookUpAtNode(caller, node, id, signal);
  return { is: 'taken', outcome: { status: 'already_executed', ...place } };
}
