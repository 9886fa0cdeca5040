import type { GetBlocks } from '@app/ship';
import type { BlockPosition } from '../derive/block-writes';

const NO_END = 0xffffffff;

/** Request for all blocks from `nextNum` on, with every reversible block of the store. */
export const startRequest = (
  nextNum: number,
  reversible: readonly BlockPosition[],
  options: { readonly irreversibleOnly: boolean; readonly credits: number },
): GetBlocks => ({
  startBlockNum: nextNum,
  endBlockNum: NO_END,
  maxMessagesInFlight: options.credits,
  havePositions: reversible.map(({ num, id }) => ({ blockNum: num, blockId: id })),
  irreversibleOnly: options.irreversibleOnly,
  fetchBlock: true,
  fetchTraces: true,
  fetchDeltas: true,
});
