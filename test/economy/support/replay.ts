import type { Chain } from '../../../apps/devchain/src/kernel/chain';

/** Makes a chain do what another has done since the head of this one, block by block. */
export function follow(follower: Chain, leader: Chain): void {
  for (let num = follower.head().num + 1; num <= leader.head().num; num++) {
    const block = leader.block(num);
    if (block === undefined) throw new RangeError(`no block ${String(num)}`);
    follower.openBlockAt(block.header.timeMs);
    for (const { packed } of block.transactions) follower.push(packed);
    follower.produceBlock();
  }
}
