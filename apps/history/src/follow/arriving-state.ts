import { ValueError } from '@app/antelope';
import { decodeResultHead, DeltasReader, type GetBlocksResult, type ResultHead } from '@app/ship';
import type { LargeMessage } from './large-message';
import type { LoadableState } from './state-loader';
import type { StateRows } from '../derive/state-rows';
import { StateParts } from './state-parts';

/** A result whose deltas are the whole state of its block and arrive while they are written: its own are empty. */
export interface StateResult extends GetBlocksResult {
  readonly state: LoadableState;
}

/** A result that is whole, or one with a state that arrives. */
export type FollowedResult = GetBlocksResult & Partial<Pick<StateResult, 'state'>>;

const NO_TABLES = Uint8Array.of(0);
const PIECE_BYTES = 64 * 1024;

/**
 * The result of a large message that is the first entry of the state log of a node: the whole state. Undefined: it is
 * another message, or the block may be undone, and is taken as a whole.
 * @param beginBlock first block of the log
 * @param partRows rows of a part
 */
export function arrivingState(
  message: LargeMessage,
  beginBlock: number,
  partRows?: number,
): StateResult | undefined {
  const head = decodeResultHead(message.start);
  const { thisBlock, lastIrreversible } = head?.result ?? {};
  if (head === undefined || thisBlock?.blockNum !== beginBlock) return undefined;
  if ((lastIrreversible?.blockNum ?? 0) < beginBlock) return undefined;
  let left = head.deltasLength;
  return {
    ...head.result,
    deltas: NO_TABLES,
    state: {
      stream: partsOf(message, head, new StateParts(partRows), (bytes) => (left -= bytes)),
      fraction: () => 1 - left / head.deltasLength,
    },
  };
}

/** @param took counts bytes, and returns those that are left */
async function* partsOf(
  message: LargeMessage,
  { deltasStart }: ResultHead,
  parts: StateParts,
  took: (bytes: number) => number,
): AsyncGenerator<StateRows> {
  const reader = new DeltasReader();
  let left = 0;
  for await (const bytes of piecesFrom(message, deltasStart)) {
    left = took(bytes.length);
    for (const rows of reader.push(bytes)) yield* parts.add(rows);
  }
  reader.finish();
  if (left !== 0) throw new ValueError(`the message has ${String(-left)} bytes too many`);
  yield* parts.end();
}

/** The bytes of a message from a place on, in pieces of the size in which they arrive: the rows of one are in memory. */
async function* piecesFrom(message: LargeMessage, begin: number): AsyncGenerator<Uint8Array> {
  for (let at = begin; at < message.start.length; at += PIECE_BYTES)
    yield message.start.subarray(at, at + PIECE_BYTES);
  yield* message.rest();
}
