import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from '../node/errors';
import type { UpstreamNode } from '../node/upstream-node';
import type { NodeCaller } from '../pool/node-caller';
import { LOOKUP_PATHS } from './transaction-lookup';

/** No transaction has it. */
const NO_ID = '0'.repeat(64);
const NOT_FOUND = 404;

/**
 * Whether a node of the network can look transactions up by id: it serves the finality status or a history. Undefined
 * while none is known to and a node did not answer. Never throws for errors of nodes.
 */
export async function canLookUp(caller: NodeCaller): Promise<boolean | undefined> {
  const nodes = caller.nodesInService();
  const served = await Promise.all(
    nodes.flatMap((node) => LOOKUP_PATHS.map((path) => servesRoute(caller, node, path))),
  );
  if (served.includes(true)) return true;
  return served.includes(undefined) ? undefined : false;
}

/** A refusal of anything but the route itself shows that the node has it. Undefined when the node did not answer. */
async function servesRoute(
  caller: NodeCaller,
  node: UpstreamNode,
  path: string,
): Promise<boolean | undefined> {
  let status = 0;
  const body = JSON.stringify({ id: NO_ID });
  try {
    await caller.requestFrom(node, { method: 'POST', path, body, call: 'lookup' }, (reply) => {
      status = reply.status;
    });
    return true;
  } catch (error) {
    // A proxy answers 404 for a route of a node without a node's error body.
    if (status === NOT_FOUND) return false;
    if (error instanceof NodeFailure) return undefined;
    if (error instanceof NodeAnswerError || error instanceof AnswerTooLargeError) return true;
    throw error;
  }
}
