import { AnswerTooLargeError, NodeAnswerError, NodeFailure, UpstreamUnavailableError } from '../node/errors';
import type { NodeReply } from '../node/node-request';
import type { NodeCaller } from '../pool/node-caller';
import type { PushDeadline } from './push-deadline';
import type { PushReply } from './push-reply';

/** A request that pushes something whose id is not known: more than one transaction, or one that a node has to read. */
export interface UnidentifiedPush {
  readonly path: string;
  readonly body: string | Uint8Array;
  readonly deadline: PushDeadline;
}

/**
 * Sends a push to one node: the next one is tried only when the bytes certainly did not arrive. The answer is that of
 * the node, or `unknown`: nothing can be looked up.
 * @throws UpstreamUnavailableError when no node was reached
 */
export async function pushOnce(
  caller: NodeCaller,
  { path, body, deadline: { signal } }: UnidentifiedPush,
): Promise<PushReply> {
  const failures: NodeFailure[] = [];
  for (const node of caller.chainNodes()) {
    let reply: NodeReply | undefined;
    try {
      const request = { method: 'POST', path, body, call: 'push', signal } as const;
      await caller.requestFrom(node, request, (received) => (reply = received));
    } catch (error) {
      if (error instanceof AnswerTooLargeError) return { kind: 'unknown', sentTo: node.address };
      if (error instanceof NodeFailure) {
        if (error.mayHaveArrived) return { kind: 'unknown', sentTo: node.address };
        failures.push(error);
        continue;
      }
      if (!(error instanceof NodeAnswerError)) throw error;
    }
    if (reply !== undefined) return { kind: 'reply', served: { reply, node } };
  }
  throw new UpstreamUnavailableError(caller.network, failures);
}
