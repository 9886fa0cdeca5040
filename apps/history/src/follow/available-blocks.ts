import type { GetBlocksResult, ShipStatus } from '@app/ship';
import type { Cursor } from '../store/port';
import { MissingHistoryError, NodeBehindError } from './follow-errors';

/** Nodes that record from the genesis have state from block 1 on and traces from block 2 on. */
const GENESIS_DIFFERENCE = 1;

interface Begin {
  readonly traces: number;
  readonly state: number;
}

/** First block of each log, also of a trace log that begins with the next block. Throws MissingHistoryError. */
function beginOfLogs(status: ShipStatus): Begin {
  const { traceBeginBlock, traceEndBlock, chainStateBeginBlock: state, chainStateEndBlock } = status;
  if (chainStateEndBlock <= state) throw new MissingHistoryError('the state log of the node is empty');
  if (traceEndBlock > traceBeginBlock) return { traces: traceBeginBlock, state };
  if (chainStateEndBlock === state + 1) return { traces: state + 1, state };
  throw new MissingHistoryError('the trace log of the node is empty');
}

/**
 * The first block of an empty store: the one asked for, also as a negative distance from the head; else, or when the
 * node has fewer blocks, the first of the node, whose deltas are the whole state.
 * Throws MissingHistoryError when the node does not have it.
 */
export function firstBlockToFollow(status: ShipStatus, wanted: number | undefined): number {
  const { traces, state } = beginOfLogs(status);
  if (wanted !== undefined && wanted > 0) {
    requireHistoryFrom(status, wanted);
    return wanted;
  }
  const fromHead = status.head.blockNum + (wanted ?? 0);
  if (wanted !== undefined && fromHead >= Math.max(traces, state)) return fromHead;
  if (Math.abs(traces - state) > GENESIS_DIFFERENCE)
    throw new MissingHistoryError(
      `the trace log of the node begins at block ${String(traces)} and its state log at block ${String(state)}: set the first block to ${String(Math.max(traces, state))} or later, and the state of before is not known`,
    );
  return Math.min(traces, state);
}

/** Throws MissingHistoryError when a log of the node begins after the block. */
export function requireHistoryFrom(status: ShipStatus, blockNum: number): void {
  const { traces, state } = beginOfLogs(status);
  const isFirst = blockNum === Math.min(traces, state) && Math.abs(traces - state) <= GENESIS_DIFFERENCE;
  const begin = Math.max(traces, state);
  if (!isFirst) requireBegin(blockNum, begin);
}

function requireBegin(blockNum: number, begin: number): void {
  if (blockNum < begin)
    throw new MissingHistoryError(
      `the node has no history of block ${String(blockNum)}: its logs begin at block ${String(begin)}`,
    );
}

/**
 * Throws MissingHistoryError when the node cannot continue behind the last block of the store, NodeBehindError
 * when its head is below the irreversible block of the store.
 */
export function requireContinuation(status: ShipStatus, cursor: Cursor): void {
  if (status.head.blockNum < cursor.irreversibleNum)
    throw new NodeBehindError(
      `the head of the node, block ${String(status.head.blockNum)}, is below block ${String(cursor.irreversibleNum)}, which is irreversible in the store`,
    );
  requireBehind(status, cursor.num);
}

/** Throws MissingHistoryError when a log of the node does not continue behind the block, whose state is known. */
export function requireBehind(status: ShipStatus, blockNum: number): void {
  const { traces, state } = beginOfLogs(status);
  // A log that begins with the next block has the whole state there, not what that block changed.
  requireBegin(blockNum + 1, Math.max(traces, state));
}

/** Throws NodeBehindError while a block is not irreversible for the node. @param purpose of the block, for the error */
export function requireIrreversible(
  { lastIrreversible }: ShipStatus,
  blockNum: number,
  purpose: string,
): void {
  if (lastIrreversible.blockNum < blockNum)
    throw new NodeBehindError(
      `the last irreversible block of the node, ${String(lastIrreversible.blockNum)}, is below block ${String(blockNum)}, ${purpose}`,
    );
}

/**
 * Whether a result is the block of the snapshot that its node was started from: the node has the state after it, and
 * neither the block, nor its traces, nor the block before. Source: nodeos writes the state of its head into an empty log.
 */
export const isStateAlone = (
  { thisBlock, prevBlock, block, traces, deltas }: GetBlocksResult,
  { chainStateBeginBlock }: ShipStatus,
): boolean =>
  thisBlock?.blockNum === chainStateBeginBlock &&
  prevBlock === undefined &&
  block === undefined &&
  traces === undefined &&
  deltas !== undefined;

/** Throws MissingHistoryError for a result without a section that the logs of the node have. */
export function requireSections(result: GetBlocksResult, blockNum: number, status: ShipStatus): void {
  const { traces, state } = beginOfLogs(status);
  const missing = [
    ...(result.block === undefined ? ['the block'] : []),
    ...(result.traces === undefined && blockNum >= traces ? ['traces'] : []),
    ...(result.deltas === undefined && blockNum >= state ? ['deltas'] : []),
  ];
  if (missing.length > 0)
    throw new MissingHistoryError(`the node sent block ${String(blockNum)} without ${missing.join(', ')}`);
}
