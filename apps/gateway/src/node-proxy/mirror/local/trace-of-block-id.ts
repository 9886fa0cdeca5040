import type { CachedReply, ChainClient } from '@app/upstream';
import { retriesOnOtherNode } from '../retry-on-other-node';
import { MirrorError, type NodeosError } from '../errors/node-error';
import type { MirrorRoute } from '../route';
import type { SentRequest } from '../sent-request';

const BLOCK_ID = /^[0-9a-f]{64}$/;
/** The number of a block is the first 32 bits of its id. */
const NUMBER_DIGITS = 8;
const MISSING: NodeosError = { code: 0, name: '', what: '' };

/**
 * The trace of a block by its id. Nodes know traces by number alone: the number is in the id, and the trace counts only
 * when its block has this id: a node on another fork, or with traces of a block that a fork replaced, is no proof that
 * no node has it. Undefined for a request that names no id.
 * @throws MirrorError when the block of this number is another one at every node
 */
export async function traceOfBlockId(
  chain: ChainClient,
  route: MirrorRoute,
  { parameters }: SentRequest,
): Promise<CachedReply | undefined> {
  const id = parameters?.['block_id'];
  if (typeof id !== 'string' || !BLOCK_ID.test(id) || parameters?.['block_num'] !== undefined)
    return undefined;
  const number = parseInt(id.slice(0, NUMBER_DIGITS), 16);
  const { headBlock } = chain.position();
  const { reply, node } = await chain.rawRequest(
    {
      method: 'POST',
      path: route.path,
      body: JSON.stringify({ block_num: number }),
      call: route.call,
      route: route.path,
      needsCurrent: true,
      capability: route.capability,
    },
    retriesOnOtherNode(route, { block_num: number }, headBlock),
    ({ status, bytes }) => status === 200 && idOf(bytes) !== id,
  );
  const { status, contentType, bytes } = reply;
  if (status === 200 && idOf(bytes) !== id)
    throw new MirrorError(404, 'Trace API: block trace missing', MISSING);
  return { status, contentType, bytes, node: node.label, headBlock };
}

/** Undefined for an answer that is no trace of a block: it has no block of the id either. */
function idOf(bytes: Buffer): unknown {
  const trace = JSON.parse(bytes.toString('utf8')) as { readonly id?: unknown } | null;
  return trace?.id;
}
