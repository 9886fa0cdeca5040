import { setImmediate } from 'node:timers/promises';
import { hexToBytes, ValueError } from '@app/antelope';
import {
  type ArchivedBlock,
  type BlockPosition,
  decodeBlock,
  type GetBlocksResult,
  type ShipStatus,
} from '@app/ship';
import { requireReadableRows } from '../derive/contract-rows';
import { Derivation } from '../derive/derivation';
import type { Archive } from '../segments/archive';
import { RefusedArchiveError, UnavailableArchiveError } from '../segments/archive-errors';
import type { SegmentEntry } from '../segments/manifest';
import { refusedSegment } from '../segments/segment-content';
import { isStateAlone } from './available-blocks';
import {
  DisconnectedBlockError,
  IrreversibleForkError,
  MissingHistoryError,
  UnprovenBlockError,
} from './follow-errors';
import { provenBlock } from './proven-block';

const GENESIS_NUM = 1;
/** Blocks that are proven without a pause. */
const BLOCKS_OF_A_TURN = 50;

/** The status of a server that has the blocks of an archive up to `last`, and nothing else. */
export function archiveStatus(
  archive: Archive,
  first: ArchivedBlock,
  last = lastPosition(archive),
): ShipStatus {
  const { blockNum } = first.thisBlock;
  // The first block of a chain, and the state of a snapshot, have no traces.
  const hasNoTraces = first.traces === undefined && (blockNum === GENESIS_NUM || first.block === undefined);
  return {
    head: last,
    lastIrreversible: last,
    traceBeginBlock: blockNum + (hasNoTraces ? 1 : 0),
    traceEndBlock: last.blockNum + 1,
    chainStateBeginBlock: blockNum,
    chainStateEndBlock: last.blockNum + 1,
    chainId: hexToBytes(archive.manifest.chainId),
  };
}

/** Blocks as a server sends them whose last block is `last`. */
export const asResults = (blocks: readonly ArchivedBlock[], last: BlockPosition): GetBlocksResult[] =>
  blocks.map((block) => ({ ...block, head: last, lastIrreversible: last }));

export function lastPosition({ manifest }: Archive): BlockPosition {
  const last = manifest.segments.at(-1);
  if (last === undefined) throw new Error('the archive has no segments');
  return { blockNum: last.last_block, blockId: hexToBytes(last.last_id) };
}

/**
 * Rejects with RefusedArchiveError unless every block of the segment proves itself, and all that is derived of it can be
 * read: so a segment is stored as a whole.
 */
export async function requireProven(
  results: readonly GetBlocksResult[],
  entry: SegmentEntry,
  status: ShipStatus,
): Promise<void> {
  const derivation = new Derivation();
  for (const [at, result] of results.entries()) {
    // The proof of a segment takes seconds: the thread reports its status and stops meanwhile.
    if (at % BLOCKS_OF_A_TURN === 0) await setImmediate();
    try {
      if (isStateAlone(result, status)) requireReadableRows(decodeBlock(result).deltas);
      else {
        const proven = provenBlock(result, entry.first_block + at, status);
        derivation.deriveAlone(proven);
        // The first block of a store has the whole state, of which more is read.
        if (at === 0) requireReadableRows(proven.deltas);
      }
    } catch (error) {
      throw refusedBy(error, entry);
    }
  }
}

const REFUSALS = [
  ValueError,
  UnprovenBlockError,
  MissingHistoryError,
  DisconnectedBlockError,
  IrreversibleForkError,
];

/** The error that a segment caused: one of its blocks is refused, or something else failed. */
export function refusedBy(error: unknown, entry: SegmentEntry): unknown {
  if (!(error instanceof Error) || error instanceof RefusedArchiveError) return error;
  return REFUSALS.some((known) => error instanceof known)
    ? refusedSegment(entry, `is refused: ${error.message}`, error)
    : error;
}

export const isOfArchive = (error: unknown): error is Error =>
  error instanceof RefusedArchiveError || error instanceof UnavailableArchiveError;
