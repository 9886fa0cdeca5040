import { z } from 'zod';
import { AnswerTooLargeError, NodeAnswerError, NodeFailure } from '../node/errors';
import { classifyResponse } from '../node/node-reply';
import { chainTimeMs, hex64 } from '../node/parse-answer';
import type { UpstreamNode } from '../node/upstream-node';
import { askedAgain } from './stood-still';

/** Header of a block as a node states it. */
export interface BlockInfo {
  readonly id: string;
  /** Id of the block before. */
  readonly previous: string;
  /** Milliseconds since the epoch, by the chain's own time. */
  readonly timeMs: number;
}

const blockInfo = z
  .object({ id: hex64, previous: hex64, timestamp: chainTimeMs })
  .transform(({ id, previous, timestamp }): BlockInfo => ({ id, previous, timeMs: timestamp }));

/** A block of a node's own chain; undefined when the node does not answer, or has no such route or block. */
export async function blockInfoAt(node: UpstreamNode, number: number): Promise<BlockInfo | undefined> {
  try {
    const reply = await askedAgain(node.pollTimeoutMs, (signal) =>
      node.request({
        method: 'POST',
        path: '/v1/chain/get_block_info',
        body: JSON.stringify({ block_num: number }),
        call: 'info',
        signal,
      }),
    );
    return blockInfo.safeParse(classifyResponse(node.label, reply)).data;
  } catch (error) {
    const isOfNode = [NodeFailure, NodeAnswerError, AnswerTooLargeError].some(
      (kind) => error instanceof kind,
    );
    if (isOfNode) return undefined;
    throw error;
  }
}
