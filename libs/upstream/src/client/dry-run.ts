import { hexToBytes, transactionId } from '@app/antelope';
import { type ActionTrace, readActionTraces } from './answers/action-traces';
import { readDryRunRefusal } from '../push/transaction-answers';
import { UnreadableAnswerError } from '../node/parse-answer';
import { AnswerTooLargeError, NodeAnswerError, UpstreamUnavailableError } from '../node/errors';
import type { NodeCaller } from '../pool/node-caller';

/** A node's result of running an unsigned transaction now, without applying it. */
export interface DryRun {
  /** `unavailable`: nothing is known, neither good nor bad. */
  readonly status: 'ok' | 'failed' | 'unavailable';
  /** Why it would fail, or why nothing is known; null for `ok`. */
  readonly error: string | null;
  /** Every action it ran, inline actions and notifications included; null unless it is `ok` and they could be read. */
  readonly actions: readonly ActionTrace[] | null;
}

const UNSATISFIED_AUTHORIZATION = 3_090_003;
const DEADLINE = new Set([3_080_006, 3_081_001]);

/**
 * Runs an unsigned transaction on a node without applying it.
 *
 * Nodes of the current generation (Leap 3.2.3 and later) run a dry run without asking for signatures,
 * but still refuse a permission that may not sign the action: that is a failure the signer would meet
 * as well. Older nodes ask for the signatures first and say "unsatisfied authorization": the contract
 * was not run, so that answer says nothing about the proposal and counts as `unavailable`.
 *
 * Never throws for what nodes do: a proposal is good without its simulation.
 */
export async function dryRun(caller: NodeCaller, packedTrx: string): Promise<DryRun> {
  const transaction = {
    signatures: [],
    compression: 'none',
    packed_context_free_data: '',
    packed_trx: packedTrx,
  };
  try {
    const { json } = await caller.readJson({
      method: 'POST',
      path: '/v1/chain/compute_transaction',
      body: JSON.stringify({ transaction }),
      call: 'compute',
      isOfClient: true,
    });
    const refusal = readDryRunRefusal(json, transactionId(hexToBytes(packedTrx)));
    if (refusal !== undefined) return failure(refusal);
    return { status: 'ok', error: null, actions: readActionTraces(json) };
  } catch (error) {
    if (error instanceof NodeAnswerError) return failure(error);
    const why = whyUnavailable(error);
    if (why === undefined) throw error;
    return unavailable(why);
  }
}

/** Message for clients about a failure of the nodes, without their names; undefined for any other error. */
function whyUnavailable(error: unknown): string | undefined {
  if (error instanceof UpstreamUnavailableError) return `no node could answer: ${error.why}`;
  if (error instanceof UnreadableAnswerError) return "the node's answer could not be read";
  if (error instanceof AnswerTooLargeError) return "the node's answer is too large";
  return undefined;
}

function failure({ code, httpStatus, reason }: NodeAnswerError): DryRun {
  if (code === UNSATISFIED_AUTHORIZATION) return unavailable('the node dry-runs signed transactions only');
  if (httpStatus === 404) return unavailable('the node has no dry run');
  if (DEADLINE.has(code)) return unavailable(`the node ran out of time: ${reason}`);
  return { status: 'failed', error: reason, actions: null };
}

const unavailable = (error: string): DryRun => ({ status: 'unavailable', error, actions: null });
