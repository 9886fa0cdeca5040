import { z } from 'zod';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from '../node/errors';
import { classifyResponse } from '../node/node-reply';
import { hex64 } from '../node/parse-answer';
import type { UpstreamNode } from '../node/upstream-node';
import type { Consensus } from './consensus';
import type { NetworkState } from './network-state';
import type { NodeHealth } from './node-health';

/** A node that finalized something within this time is not compared: heads are read at different moments. */
const FINALIZES_WITHIN_MS = 1_000;

const blockInfo = z.object({ id: hex64 });

/**
 * Compares a node that finalizes nothing any more with those that do: whether it has their last irreversible block. A
 * node on a fork of its own has another one at that number, which shows long before it is many blocks behind. Part of a
 * poll of the node; most polls ask nothing. A node without get_block_info is judged by its irreversible block alone.
 * Never rejects for errors of the node.
 */
export async function checkFork(health: NodeHealth, state: NetworkState): Promise<void> {
  const { info, pollFailure } = health;
  const [number, confirmed] = lastConfirmed(state.consensus);
  const isComparable = info !== undefined && pollFailure === undefined && info.chainId === state.chainId;
  if (!isComparable || health.forkedAt !== undefined || health.finalizingMs < FINALIZES_WITHIN_MS) return;
  if (info.lastIrreversibleBlockNum >= number || info.headBlockNum < number) return;
  const id = await blockIdAt(health.node, number);
  if (id === undefined || id === confirmed) return;
  health.forkedAt = number;
  state.judge();
}

/** Number and id of the newest block that more than half of the nodes have reported as irreversible. */
function lastConfirmed({ irreversibleIds }: Consensus): readonly [number, string] {
  let last: readonly [number, string] = [0, ''];
  for (const entry of irreversibleIds) if (entry[0] > last[0]) last = entry;
  return last;
}

/** Undefined when the node does not answer, or has no such route or block. */
async function blockIdAt(node: UpstreamNode, number: number): Promise<string | undefined> {
  try {
    const reply = await node.request({
      method: 'POST',
      path: '/v1/chain/get_block_info',
      body: JSON.stringify({ block_num: number }),
      call: 'info',
      signal: AbortSignal.timeout(node.pollTimeoutMs),
    });
    return blockInfo.safeParse(classifyResponse(node.label, reply)).data?.id;
  } catch (error) {
    const isOfNode = [NodeFailure, NodeAnswerError, AnswerTooLargeError].some(
      (kind) => error instanceof kind,
    );
    if (isOfNode) return undefined;
    throw error;
  }
}
