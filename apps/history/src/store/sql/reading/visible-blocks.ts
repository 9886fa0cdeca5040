import type { HistoryRange } from '../../queries';
import { readCursor } from '../cursor';
import type { SqlSession } from '../session';

/** Limits of what readers see while the store is filled; undefined: everything. */
export interface VisibleBlocks {
  readonly toBlock: number;
  readonly toSequence: bigint;
}

/** Knows how far the history is whole. Later ranges of the first fill are stored, and not shown yet. */
export class Visibility {
  #isWhole = false;

  async of(session: SqlSession): Promise<VisibleBlocks | undefined> {
    if (this.#isWhole) return undefined;
    const cursor = await readCursor(session);
    if (cursor === undefined) return undefined;
    // Only a new store begins a fill.
    this.#isWhole = cursor.num >= 0 && cursor.fillTo === 0;
    return this.#isWhole ? undefined : { toBlock: cursor.num, toSequence: cursor.nextSequence - 1n };
  }
}

export const isVisible = (visible: VisibleBlocks | undefined, num: number): boolean =>
  visible === undefined || num <= visible.toBlock;

/** The part of a range of actions that readers see. */
export function visibleActions(range: HistoryRange, visible: VisibleBlocks | undefined): HistoryRange {
  if (visible === undefined) return range;
  const { toSequence } = visible;
  const wanted = range.toSequence ?? toSequence;
  return { ...visibleDeltas(range, visible), toSequence: wanted < toSequence ? wanted : toSequence };
}

/** The part of a range of deltas that readers see: their sequences are by block. */
export const visibleDeltas = (range: HistoryRange, visible: VisibleBlocks | undefined): HistoryRange =>
  visible === undefined
    ? range
    : { ...range, toBlock: Math.min(range.toBlock ?? visible.toBlock, visible.toBlock) };
