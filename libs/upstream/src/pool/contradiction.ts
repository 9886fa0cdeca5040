import type { ChainInfo } from '../node/info';

/** The first eight hex digits of a block's id are its number, on every chain of this family. */
const NUMBER_DIGITS = 8;

/** How the answer of a node contradicts itself, in words; undefined when it does not. Pure. */
export function contradictionIn({
  headBlockNum,
  headBlockId,
  lastIrreversibleBlockNum,
  lastIrreversibleBlockId,
}: ChainInfo): string | undefined {
  const named =
    misnamed('head', headBlockNum, headBlockId) ??
    misnamed('last irreversible block', lastIrreversibleBlockNum, lastIrreversibleBlockId);
  if (named !== undefined) return named;
  if (lastIrreversibleBlockNum <= headBlockNum) return undefined;
  return `contradicts itself: block ${lastIrreversibleBlockNum} is irreversible, its head is block ${headBlockNum}`;
}

/** Number of the block that an id names. */
export const numberInId = (id: string): number => Number.parseInt(id.slice(0, NUMBER_DIGITS), 16);

function misnamed(block: string, number: number, id: string): string | undefined {
  const inId = numberInId(id);
  return inId === number
    ? undefined
    : `contradicts itself: its ${block} is block ${number}, by its id block ${inId}`;
}
