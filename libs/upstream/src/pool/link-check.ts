import type { ChainInfo } from '../node/info';
import { blockInfoAt } from './block-info';
import { contradictionIn } from './contradiction';
import { isAhead } from './leading';
import { type AskBlock, linkedHead } from './linked-block';
import type { NetworkState } from './network-state';
import type { NodeHealth } from './node-health';

/**
 * Asks a node that is ahead of the agreed position, as far as time allows, for the headers of its blocks: whether they
 * are linked to an irreversible block of the other nodes. Part of a poll of the node, before its answer is recorded: one
 * that comes late, as the process stood still, may be far ahead at once. Most polls ask nothing. A node without
 * get_block_info is never linked. Never rejects for errors of the node.
 */
export async function checkLink(
  health: NodeHealth,
  info: ChainInfo,
  state: NetworkState,
  ask: AskBlock = (number) => blockInfoAt(health.node, number),
): Promise<void> {
  const { agreed } = state.consensus;
  if (agreed === undefined) return;
  if (info.chainId !== state.chainId || contradictionIn(info) !== undefined) return;
  if (!isAhead(info, agreed, state.limits)) {
    health.linked = undefined;
    return;
  }
  if (!state.isReachable(info)) return;
  // Kept when the headers do not answer once: the head leaves it behind within a few polls.
  health.linked =
    (await linkedHead(info, health.linked, state.irreversibleBlocks(health), ask)) ?? health.linked;
}
