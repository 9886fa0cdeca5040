import { readInfo } from '../node/info';
import { UnreadableAnswerError } from '../node/parse-answer';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from '../node/errors';
import { behindText } from './head-age';
import type { NodeCaller } from './node-caller';
import type { UpstreamNode } from '../node/upstream-node';

/** The answer of one node about itself. */
export interface NodeProbe {
  /** Host and port. For operators: never shown to clients. */
  readonly node: string;
  /** Time of its newest block in milliseconds since the epoch; null when it is not known. */
  readonly headTimeMs: number | null;
  /** Why it cannot be used; null when it can. */
  readonly why: string | null;
}

/**
 * Requests the head of every node in parallel, and notes which nodes are behind the best. In the order of their
 * names. Never throws for a failing node.
 */
export async function probeNodes(caller: NodeCaller): Promise<NodeProbe[]> {
  const probed = await Promise.all(
    caller.nodes().map(async (node) => [node, await probe(caller, node)] as const),
  );
  return probed
    .map(([node, result]) => {
      const behindMs = caller.heads.behindMs.get(node);
      return result.why !== null || behindMs === undefined
        ? result
        : { ...result, why: behindText(behindMs) };
    })
    .sort((one, other) => (one.node < other.node ? -1 : 1));
}

async function probe(caller: NodeCaller, node: UpstreamNode): Promise<NodeProbe> {
  try {
    // The caller makes sure of the chain id first.
    const request = { method: 'POST', path: '/v1/chain/get_info', body: '{}', call: 'info' } as const;
    const { json } = await caller.requestFrom(node, request);
    const { headBlockTimeMs } = readInfo(json);
    caller.heads.record(node, headBlockTimeMs);
    return { node: node.host, headTimeMs: headBlockTimeMs, why: null };
  } catch (error) {
    const why = whyUnusable(error);
    if (why === undefined) throw error;
    return { node: node.host, headTimeMs: null, why };
  }
}

function whyUnusable(error: unknown): string | undefined {
  if (error instanceof NodeFailure) return error.why;
  if (error instanceof NodeAnswerError) return `refuses get_info: ${error.reason}`;
  if (error instanceof UnreadableAnswerError) return 'does not answer get_info as a node does';
  if (error instanceof AnswerTooLargeError) return 'answers get_info with too much';
  return undefined;
}
