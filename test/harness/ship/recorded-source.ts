import { decodeResult, type GetBlocksResult, type ShipStatus } from '@app/ship';
import { recordedFrames, type RecordedSession, recordedStatus } from './recorded-frames';
import type { BlockSource } from './ship-server';

/** The message of a frame with a block. */
export function blocksResult(frame: Uint8Array): GetBlocksResult {
  const result = decodeResult(frame);
  if (result.type !== 'get_blocks_result_v0') throw new Error(`unexpected ${result.type}`);
  return result;
}

/** The blocks of a recorded session. */
export const recordedBlocks = (session: RecordedSession): GetBlocksResult[] =>
  recordedFrames(session).map(blocksResult);

/** The status that the node of a session reported. */
export function statusOfRecording(session: Parameters<typeof recordedStatus>[0]): ShipStatus {
  const result = decodeResult(recordedStatus(session));
  if (result.type !== 'get_status_result_v0') throw new Error(`unexpected ${result.type}`);
  return result;
}

/**
 * Replays recorded sessions: each request for blocks gets the next one, whatever it asks for. A list of sessions is
 * replayed to one request.
 * @param status that of the node; default: what the blocks tell, on the chain of the first recording
 */
export function recordedSource(
  sessions: readonly (RecordedSession | readonly RecordedSession[])[],
  status?: ShipStatus,
): BlockSource {
  const replays = sessions.map((each) => [each].flat().flatMap(recordedBlocks));
  const begin = replays[0]?.[0]?.thisBlock?.blockNum ?? 1;
  const traced = replays[0]?.find(({ traces }) => traces !== undefined);
  const last = replays.at(-1)?.at(-1);
  if (last === undefined) throw new Error('nothing to replay');
  return {
    status: () =>
      status ?? {
        head: last.thisBlock ?? last.head,
        lastIrreversible: last.lastIrreversible,
        traceBeginBlock: traced?.thisBlock?.blockNum ?? begin,
        traceEndBlock: last.head.blockNum + 1,
        chainStateBeginBlock: begin,
        chainStateEndBlock: last.head.blockNum + 1,
        chainId: Buffer.from('8a34ec7df1b8cd06ff4a8abbaa7cc50300823350cadc59ab296cb00d104d2b8f', 'hex'),
      },
    open: () => {
      const blocks = replays.shift() ?? [];
      return () => blocks.shift();
    },
  };
}
