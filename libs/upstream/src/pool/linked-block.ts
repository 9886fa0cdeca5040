import type { ChainInfo } from '../node/info';
import { BLOCK_MS } from './agreed-position';
import type { BlockInfo } from './block-info';
import { numberInId } from './contradiction';

/** A block whose number and id are known. */
export interface KnownBlock {
  readonly number: number;
  readonly id: string;
}

/** A block of a node whose header is linked to a known block. */
export interface LinkedBlock extends KnownBlock {
  readonly timeMs: number;
}

/** Asks a node for a block of its own chain; undefined when it has none. Never rejects for errors of the node. */
export type AskBlock = (number: number) => Promise<BlockInfo | undefined>;

/** Headers that are read for one poll: half a minute of blocks. */
const MAX_HEADERS = 64;
const AT_ONCE = 16;

/**
 * The head of a node, when each header names the one before, from a block that was linked before or from a known one.
 * Each id has to fit its number, and each time to be a block later. Of a known block that is further below than
 * MAX_HEADERS the node has to have the id; the headers between are not read. Undefined when the chain has a gap.
 * @param known irreversible blocks of other nodes; the node has to have one of them
 */
export async function linkedHead(
  { headBlockNum, headBlockId }: Pick<ChainInfo, 'headBlockNum' | 'headBlockId'>,
  before: LinkedBlock | undefined,
  known: readonly KnownBlock[],
  ask: AskBlock,
): Promise<LinkedBlock | undefined> {
  const isRecent = before !== undefined && headBlockNum - before.number <= MAX_HEADERS;
  const continued = isRecent ? await follow(before, headBlockNum, ask) : undefined;
  if (continued?.id === headBlockId) return continued;
  const start = await startBelow(headBlockNum, known, ask);
  const linked = start && (await follow(start, headBlockNum, ask));
  return linked?.id === headBlockId ? linked : undefined;
}

async function startBelow(
  head: number,
  known: readonly KnownBlock[],
  ask: AskBlock,
): Promise<LinkedBlock | undefined> {
  for (const { number, id } of known) {
    if (number > head) continue;
    const block = await blockAt(number, ask);
    if (block?.id !== id) continue;
    return head - number > MAX_HEADERS ? blockAt(head - MAX_HEADERS, ask) : block;
  }
  return undefined;
}

/** The block `head`, when it follows `start`; undefined when it does not, or is below it. */
async function follow(start: LinkedBlock, head: number, ask: AskBlock): Promise<LinkedBlock | undefined> {
  if (head < start.number) return undefined;
  let last = start;
  while (last.number < head) {
    const count = Math.min(AT_ONCE, head - last.number);
    const first = last.number + 1;
    const blocks = await Promise.all(Array.from({ length: count }, (_, index) => ask(first + index)));
    for (const block of blocks) {
      const number = last.number + 1;
      const isNext =
        block !== undefined &&
        numberInId(block.id) === number &&
        block.previous === last.id &&
        block.timeMs - last.timeMs >= BLOCK_MS;
      if (!isNext) return undefined;
      last = { number, id: block.id, timeMs: block.timeMs };
    }
  }
  return last;
}

async function blockAt(number: number, ask: AskBlock): Promise<LinkedBlock | undefined> {
  const block = await ask(number);
  return block === undefined ? undefined : { number, id: block.id, timeMs: block.timeMs };
}
