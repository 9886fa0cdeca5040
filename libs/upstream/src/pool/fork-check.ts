import { blockInfoAt } from './block-info';
import { lastConfirmed } from './consensus';
import type { NetworkState } from './network-state';
import type { NodeHealth } from './node-health';

/** A node that finalized something within this time is not compared: heads are read at different moments. */
const FINALIZES_WITHIN_MS = 1_000;

/**
 * Compares a node that finalizes nothing any more with those that do: whether it has their last irreversible block. A
 * node on a fork of its own has another one at that number, which shows long before it is many blocks behind. Part of a
 * poll of the node; most polls ask nothing. A node without get_block_info is judged by its irreversible block alone.
 * Never rejects for errors of the node.
 */
export async function checkFork(health: NodeHealth, state: NetworkState): Promise<void> {
  const { info, pollFailure } = health;
  const confirmed = lastConfirmed(state.consensus);
  if (confirmed === undefined) return;
  const { number } = confirmed;
  const isComparable = info !== undefined && pollFailure === undefined && info.chainId === state.chainId;
  if (!isComparable || health.forkedAt !== undefined || health.finalizingMs < FINALIZES_WITHIN_MS) return;
  if (info.lastIrreversibleBlockNum >= number || info.headBlockNum < number) return;
  const block = await blockInfoAt(health.node, number);
  if (block === undefined || block.id === confirmed.id) return;
  health.forkedAt = number;
  state.judge();
}
