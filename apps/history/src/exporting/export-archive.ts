import { bytesToHex, equalBytes } from '@app/antelope';
import type { Clock } from '@app/operations';
import { type ArchivedBlock, type GetBlocksResult, reproducibleTraces, type ShipStatus } from '@app/ship';
import {
  firstBlockToFollow,
  isStateAlone,
  requireHistoryFrom,
  requireIrreversible,
} from '../follow/available-blocks';
import { checkedChainId } from '../follow/chain-check';
import { connectSource } from '../follow/connect-source';
import { ConnectionError, DisconnectedBlockError, MissingHistoryError } from '../follow/follow-errors';
import { requireNumbersOfIds } from '../follow/proven-block';
import type { SocketOptions } from '../follow/ship-socket';
import type { ShipSource } from '../follow/ship-source';
import { rangeRequest } from '../follow/start-request';
import type { Archive } from '../segments/archive';
import type { SegmentEntry } from '../segments/manifest';
import { isSegmentEnd, type SegmentLimits } from '../segments/segment-limits';
import { ArchiveFolder } from './archive-folder';
import { ArchiveWriter, type ExportFigures } from './archive-writer';

export interface ExportOptions extends SocketOptions {
  readonly folder: string;
  /** First block; undefined: the first one of the server. A folder that has an archive is continued. */
  readonly from: number | undefined;
  /** Last block; undefined: the last irreversible one of the server. */
  readonly to: number | undefined;
  /** 32 bytes; undefined: that of the server. */
  readonly chainId: Uint8Array | undefined;
  /** Results that may be on their way. */
  readonly credits: number;
  /** A server that sends nothing for so long is given up. */
  readonly silenceMs: number;
  readonly limits: SegmentLimits;
}

interface ExportParts {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Called for each segment that is written. */
  readonly written: (entry: SegmentEntry) => void;
  /** Called with a line for the operator. */
  readonly tell: (text: string) => void;
}

/**
 * Writes irreversible blocks of a state-history server into the archive of a folder. Each block proves itself before it is
 * written. An archive that is there is continued behind its last block: also after a kill.
 * Throws ConnectionError, MissingHistoryError, NodeBehindError, UnprovenBlockError, RefusedArchiveError.
 */
export async function exportArchive(
  options: ExportOptions,
  parts: ExportParts,
  signal: AbortSignal,
): Promise<ExportFigures> {
  const folder = new ArchiveFolder(options.folder);
  const lock = await folder.lock(parts.tell);
  try {
    return await exportInto(folder, options, parts, signal);
  } finally {
    await lock.release();
  }
}

async function exportInto(
  folder: ArchiveFolder,
  options: ExportOptions,
  { clock, written }: ExportParts,
  signal: AbortSignal,
): Promise<ExportFigures> {
  const existing = await folder.read(options.maxMessageBytes, signal);
  const socket = await connectSource(options, signal);
  try {
    const status = await statusOf(socket, options);
    const chainId = checkedChainId(status, options.chainId);
    const range = rangeOf(existing, status, options);
    requireSameChain(existing, chainId, options.from);
    const segments = [...(existing?.manifest.segments ?? [])];
    const last = segments.at(-1);
    const hasBlocks = range.from <= range.to;
    const isReopened = hasBlocks && last !== undefined && !isSegmentEnd(options.limits, last);
    // Before anything is written: a segment that cannot be read stays as it is.
    const reopened = isReopened ? await existing?.blocks(last, signal) : undefined;
    const writer = new ArchiveWriter({ folder, chainId, limits: options.limits, clock, written }, segments);
    if (reopened !== undefined) writer.reopen(reopened);
    try {
      if (hasBlocks)
        for await (const block of blocksOf(socket, range, status, options, last)) await writer.add(block);
    } catch (error) {
      // All blocks up to the error are proven.
      await writer.save();
      throw error;
    }
    await writer.finish();
    return writer.figures;
  } finally {
    socket.close();
  }
}

async function statusOf(socket: ShipSource, { connectTimeoutMs }: SocketOptions): Promise<ShipStatus> {
  socket.send({ type: 'get_status_request_v0' });
  const status = await socket.next(connectTimeoutMs);
  if (status?.type !== 'get_status_result_v0')
    throw new ConnectionError('the server did not answer with its status');
  requireNumbersOfIds(status);
  return status;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The blocks that are read; none where `from` is above `to`. */
function rangeOf(existing: Archive | undefined, status: ShipStatus, options: ExportOptions): Range {
  const to = options.to ?? status.lastIrreversible.blockNum;
  requireIrreversible(status, to, 'up to which the archive is to be exported');
  if (existing === undefined) return { from: firstBlockToFollow(status, options.from), to };
  const from = existing.lastNum + 1;
  if (from <= to) requireHistoryFrom(status, from);
  return { from, to };
}

function requireSameChain(
  existing: Archive | undefined,
  chainId: Uint8Array,
  from: number | undefined,
): void {
  if (existing === undefined) return;
  if (existing.manifest.chainId !== bytesToHex(chainId))
    throw new DisconnectedBlockError(
      `the archive in the folder is of chain ${existing.manifest.chainId}, and the server of ${bytesToHex(chainId)}`,
    );
  if (from !== undefined && from !== existing.firstNum)
    throw new DisconnectedBlockError(
      `the archive in the folder begins at block ${String(existing.firstNum)}, and not at ${String(from)}`,
    );
}

/** The blocks of a range, each proven, and following the one before. */
async function* blocksOf(
  socket: ShipSource,
  range: Range,
  status: ShipStatus,
  options: ExportOptions,
  before: SegmentEntry | undefined,
): AsyncGenerator<ArchivedBlock> {
  socket.send({ type: 'get_blocks_request_v0', ...rangeRequest(range, options) });
  let previousId = before === undefined ? undefined : Buffer.from(before.last_id, 'hex');
  for (let num = range.from; num <= range.to; num++) {
    const result = await socket.next(options.silenceMs);
    if (result?.type !== 'get_blocks_result_v0')
      throw new ConnectionError(`the server does not send block ${String(num)}`);
    const block = archivedBlock(socket, result, num, status);
    const parent = block.prevBlock?.blockId;
    if (previousId !== undefined && (parent === undefined || !equalBytes(parent, previousId)))
      throw new DisconnectedBlockError(
        `block ${String(num)} of the server does not follow block ${bytesToHex(previousId)} of the archive`,
      );
    previousId = Buffer.from(block.thisBlock.blockId);
    yield block;
    socket.send({ type: 'get_blocks_ack_request_v0', numMessages: 1 });
  }
}

/** The block of a result that proves it. */
function archivedBlock(
  { prove }: ShipSource,
  result: GetBlocksResult,
  num: number,
  status: ShipStatus,
): ArchivedBlock {
  requireNumbersOfIds(result);
  const { thisBlock, prevBlock, block, traces, deltas } = result;
  if (thisBlock?.blockNum !== num)
    throw new MissingHistoryError(
      `the server has no history of block ${String(num)}: it sent ${thisBlock === undefined ? 'none' : `block ${String(thisBlock.blockNum)}`}`,
    );
  if (isStateAlone(result, status)) return { thisBlock, deltas };
  const proven = prove(result, num, status);
  return {
    thisBlock,
    prevBlock,
    block,
    traces: traces === undefined ? undefined : reproducibleTraces(traces, proven.traces),
    deltas,
  };
}
