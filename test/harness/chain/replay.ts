import type { Chain } from '../../../apps/devchain/src/kernel/chain';
import type { BlockRecord } from '../../../apps/devchain/src/kernel/blocks/block-record';

/** Makes a chain do what these blocks say, at their times. */
export function replay(chain: Chain, blocks: readonly BlockRecord[]): void {
  for (const { header, transactions } of blocks) {
    chain.openBlockAt(header.timeMs);
    for (const { packed } of transactions) chain.push(packed);
    chain.produceBlock();
  }
}

/** The blocks of a chain from that number on. */
export function blocksFrom(chain: Chain, first: number): BlockRecord[] {
  const blocks: BlockRecord[] = [];
  for (let num = first; num <= chain.head().num; num++) {
    const block = chain.block(num);
    if (block === undefined) throw new RangeError(`no block ${String(num)}`);
    blocks.push(block);
  }
  return blocks;
}
