import type { BlockRange } from '../store/port';

/** The parts of a range that the others leave out. They are ascending and do not overlap. */
export function gapsIn({ from, to }: BlockRange, ranges: readonly BlockRange[]): BlockRange[] {
  const gaps: BlockRange[] = [];
  let next = from;
  for (const range of ranges) {
    if (range.from > next) gaps.push({ from: next, to: Math.min(range.from - 1, to) });
    next = Math.max(next, range.to + 1);
  }
  if (next <= to) gaps.push({ from: next, to });
  return gaps.filter((gap) => gap.from <= gap.to);
}

/** A range in pieces of at most `size` blocks. */
export function piecesOf({ from, to }: BlockRange, size: number): BlockRange[] {
  const pieces: BlockRange[] = [];
  for (let first = from; first <= to; first += size)
    pieces.push({ from: first, to: Math.min(first + size - 1, to) });
  return pieces;
}
