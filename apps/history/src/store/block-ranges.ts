import type { BlockRange } from './port';

/** Joins ranges that follow each other. They are ascending and do not overlap. */
export function joinedRanges(ranges: readonly BlockRange[]): BlockRange[] {
  const joined: BlockRange[] = [];
  for (const { from, to } of ranges) {
    const last = joined.at(-1);
    if (last?.to === from - 1) joined[joined.length - 1] = { from: last.from, to };
    else joined.push({ from, to });
  }
  return joined;
}

/** The blocks that a fill up to a block still lacks behind the head; 0 is no fill. */
export const missingBehind = (headNum: number | undefined, fillTo: number): BlockRange[] =>
  headNum === undefined || fillTo <= headNum ? [] : [{ from: headNum + 1, to: fillTo }];
