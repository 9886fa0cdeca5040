import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { Random } from '../../../apps/history/src/store/testing/random';
import { FIRST_END, randomBlock } from '../../../apps/history/src/store/testing/random-block';

/** Blocks that follow each other, equal for equal seeds. */
export function randomChain(length: number, seed: number): BlockWrites[] {
  const random = new Random(seed);
  const blocks: BlockWrites[] = [];
  let end = FIRST_END;
  for (let count = 0; count < length; count++) {
    const next = randomBlock(random, end);
    blocks.push(next.writes);
    end = next.end;
  }
  return blocks;
}
