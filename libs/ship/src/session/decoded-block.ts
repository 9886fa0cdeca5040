import { ValueError } from '@app/antelope';
import { decodeSignedBlock, type SignedBlock } from '../blocks/signed-block';
import { decodeDeltas, type TableDelta } from '../deltas/table-delta';
import { decodeTraces, type TransactionTrace } from '../traces/transaction-trace';
import type { BlockPosition } from './block-position';
import type { GetBlocksResult } from './result';

/** A block of the stream with its sections read. Byte values are views on the message that they came in. */
export interface DecodedBlock {
  head: BlockPosition;
  lastIrreversible: BlockPosition;
  thisBlock: BlockPosition;
  /** Undefined for block 1. */
  prevBlock?: BlockPosition;
  /** Undefined when it was not requested, and near the head of old nodes. */
  block?: SignedBlock;
  /** Empty when they were not requested, and for block 1, which has none. */
  traces: TransactionTrace[];
  /** Empty when they were not requested. The rows stay packed: see decodeRow. */
  deltas: TableDelta[];
}

/** Reads the sections of a result. Throws ValueError, also for a result without a block. */
export function decodeBlock(result: GetBlocksResult): DecodedBlock {
  const { head, lastIrreversible, thisBlock, prevBlock, block, traces, deltas } = result;
  if (thisBlock === undefined) throw new ValueError('the result has no block');
  return {
    head,
    lastIrreversible,
    thisBlock,
    prevBlock,
    block: block === undefined ? undefined : decodeSignedBlock(block),
    traces: traces === undefined ? [] : decodeTraces(traces),
    deltas: deltas === undefined ? [] : decodeDeltas(deltas),
  };
}
