import { NodeAnswerError } from '../../node/errors';
import { isNodeError } from '../../node/is-node-error';
import type { UpstreamNode } from '../../node/upstream-node';
import type { NodeCaller } from '../../pool/node-caller';
import { witnesses } from '../confirm/confirmation';
import { agreedBlock, type SeenBlock, type Sighting } from '../confirm/sighting';
import { readBlockTransaction } from '../transaction-answers';

const MAX_NODES = 4;
const CANNOT_TELL: Sighting = { kind: 'cannot-tell' };
const SILENT: Sighting = { kind: 'silent' };

/**
 * The block of a number where it is irreversible and holds a transaction, by the nodes that have to agree. Never throws
 * for errors of nodes.
 */
export async function shownInBlock(
  caller: NodeCaller,
  id: string,
  blockNum: number,
): Promise<SeenBlock | undefined> {
  if (blockNum > caller.pool.position().irreversibleBlock) return undefined;
  const nodes = caller.nodes().filter((node) => !caller.pool.isUnfit(node));
  const sightings = await Promise.all(
    nodes
      .slice(0, MAX_NODES)
      .map(async (node) => [node, await sightingAt(caller, node, id, blockNum)] as const),
  );
  return agreedBlock(witnesses(caller, new Map(sightings)));
}

async function sightingAt(
  caller: NodeCaller,
  node: UpstreamNode,
  id: string,
  blockNum: number,
): Promise<Sighting> {
  const body = JSON.stringify({ block_num_or_id: blockNum });
  try {
    const request = { method: 'POST', path: '/v1/chain/get_block', body, call: 'lookup' } as const;
    const { json } = await caller.requestFrom(node, request);
    const location = readBlockTransaction(json, blockNum, id);
    if (location === undefined) return { kind: 'unseen' };
    return { kind: 'seen', block: { ...location, blockNum, isIrreversible: true } };
  } catch (error) {
    if (!isNodeError(error)) throw error;
    // A node that does not keep the block says so.
    return error instanceof NodeAnswerError ? CANNOT_TELL : SILENT;
  }
}
