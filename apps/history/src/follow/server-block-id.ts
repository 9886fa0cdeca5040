import type { ShipStatus } from '@app/ship';
import { ConnectionError } from './follow-errors';
import { requireNumbersOfIds } from './proven-block';
import type { ShipSource } from './ship-source';
import { rangeRequest } from './start-request';

/**
 * The id that an irreversible block has at a server: of the block, or as its logs' first block names the one before it.
 * Undefined where the server cannot tell. Throws ConnectionError, UnprovenBlockError.
 */
export async function serverBlockId(
  socket: ShipSource,
  status: ShipStatus,
  num: number,
  silenceMs: number,
): Promise<Uint8Array | undefined> {
  const asked = Math.max(num, firstOfLogs(status));
  if (asked > num + 1 || asked > status.head.blockNum || num > status.lastIrreversible.blockNum)
    return undefined;
  socket.send({
    type: 'get_blocks_request_v0',
    ...rangeRequest({ from: asked, to: asked }, { credits: 1 }),
    // The block after the last irreversible one names it.
    irreversibleOnly: false,
    ...{ fetchBlock: false, fetchTraces: false, fetchDeltas: false },
  });
  const result = await socket.next(silenceMs);
  if (result?.type !== 'get_blocks_result_v0')
    throw new ConnectionError(`the server does not send the id of block ${String(asked)}`);
  requireNumbersOfIds(result);
  const { thisBlock, prevBlock } = result;
  if (thisBlock?.blockNum !== asked) return undefined;
  const found = asked === num ? thisBlock : prevBlock;
  return found?.blockNum === num ? found.blockId.slice() : undefined;
}

/** The first block of the logs of a server. */
function firstOfLogs(status: ShipStatus): number {
  const logs = [
    { begin: status.traceBeginBlock, end: status.traceEndBlock },
    { begin: status.chainStateBeginBlock, end: status.chainStateEndBlock },
  ];
  return Math.min(...logs.filter(({ begin, end }) => begin < end).map(({ begin }) => begin));
}
