import { AnswerTooLargeError, NodeAnswerError, NodeFailure, UpstreamUnavailableError } from '../node/errors';
import type { Raw } from '../node/node-reply';
import type { NodeReply } from '../node/node-request';
import type { NodeCaller } from '../pool/node-caller';
import type { PushDeadline } from './push-deadline';
import { refusesTransaction } from './push-refusal';
import type { PushReply } from './push-reply';

/** A request that pushes something whose id is not known: more than one transaction, or one that a node has to read. */
export interface UnidentifiedPush {
  readonly path: string;
  readonly body: string | Uint8Array;
  readonly deadline: PushDeadline;
  /** Whether the JSON of a success is an answer of the route: another one leaves the outcome open. Default: any is. */
  readonly isAnswer?: (json: Raw) => boolean;
}

/**
 * Sends a push to one node: the next one is tried only when the bytes certainly did not arrive. The answer is that of
 * the node, or `unknown`: nothing can be looked up.
 * @throws UpstreamUnavailableError when no node was reached
 */
export async function pushOnce(
  caller: NodeCaller,
  { path, body, deadline: { signal }, isAnswer = () => true }: UnidentifiedPush,
): Promise<PushReply> {
  const failures: NodeFailure[] = [];
  for (const node of caller.chainNodes()) {
    let reply: NodeReply | undefined;
    try {
      const request = { method: 'POST', path, body, call: 'push', signal } as const;
      const { json } = await caller.requestFrom(node, request, (received) => (reply = received));
      if (!isAnswer(json)) return { kind: 'unknown', sentTo: node.address };
    } catch (error) {
      if (error instanceof NodeFailure && !error.mayHaveArrived) {
        failures.push(error);
        continue;
      }
      if (error instanceof NodeFailure || error instanceof AnswerTooLargeError)
        return { kind: 'unknown', sentTo: node.address };
      if (!(error instanceof NodeAnswerError)) throw error;
      if (!refusesTransaction(error)) return { kind: 'unknown', sentTo: node.address };
    }
    if (reply !== undefined) return { kind: 'reply', served: { reply, node } };
  }
  throw new UpstreamUnavailableError(caller.network, failures);
}
