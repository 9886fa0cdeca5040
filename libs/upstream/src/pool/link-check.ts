import { blockInfoAt } from './block-info';
import { contradictionIn } from './contradiction';
import { isAhead } from './leading';
import { type AskBlock, linkedHead } from './linked-block';
import type { NetworkState } from './network-state';
import type { NodeHealth } from './node-health';

/**
 * Asks a node that is ahead of the agreed position, as far as time allows, for the headers of its blocks: whether they
 * are linked to an irreversible block of the other nodes. Part of a poll of the node; most polls ask nothing. A node
 * without get_block_info is never linked. Never rejects for errors of the node.
 */
export async function checkLink(
  health: NodeHealth,
  state: NetworkState,
  ask: AskBlock = (number) => blockInfoAt(health.node, number),
): Promise<void> {
  const { info, pollFailure } = health;
  const { agreed } = state.consensus;
  if (info === undefined || agreed === undefined || pollFailure !== undefined) return;
  if (info.chainId !== state.chainId || contradictionIn(info) !== undefined) return;
  if (!isAhead(info, agreed, state.limits)) {
    health.linked = undefined;
    return;
  }
  if (!state.isReachable(info)) return;
  // Kept when the headers do not answer once: the head leaves it behind within a few polls.
  health.linked =
    (await linkedHead(info, health.linked, state.irreversibleBlocks(health), ask)) ?? health.linked;
  state.judge();
}
