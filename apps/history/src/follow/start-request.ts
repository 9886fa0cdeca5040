import type { GetBlocks } from '@app/ship';
import type { BlockPosition } from '../derive/block-writes';
import type { BlockRange } from '../store/port';

const NO_END = 0xffffffff;

/** Request for the irreversible blocks of a range. */
export const rangeRequest = (
  { from, to }: BlockRange,
  { credits }: { readonly credits: number },
): GetBlocks => ({
  startBlockNum: from,
  endBlockNum: to + 1,
  maxMessagesInFlight: credits,
  havePositions: [],
  irreversibleOnly: true,
  fetchBlock: true,
  fetchTraces: true,
  fetchDeltas: true,
});

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
