import { ValueError } from '@app/antelope';
import { decodeResultHead, DeltasReader, type GetBlocksResult, type ResultHead } from '@app/ship';
import type { LargeMessage } from './large-message';
import type { LoadableState } from './state-loader';
import type { StateRows } from './state-rows';
import { StateParts } from './state-parts';

/** A result whose deltas are the whole state of its block and arrive while they are written: its own are empty. */
export interface StateResult extends GetBlocksResult {
  readonly state: LoadableState;
}

/** What a session can take: a whole result, or one with a state that arrives. */
export type FollowedResult = GetBlocksResult & Partial<Pick<StateResult, 'state'>>;

const NO_TABLES = Uint8Array.of(0);

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
  const start = message.start.subarray(deltasStart);
  let left = took(start.length);
  for (const rows of reader.push(start)) yield* parts.add(rows);
  for await (const bytes of message.rest()) {
    left = took(bytes.length);
    for (const rows of reader.push(bytes)) yield* parts.add(rows);
  }
  reader.finish();
  if (left !== 0) throw new ValueError(`the message has ${String(-left)} bytes too many`);
  yield* parts.end();
}
