import { deltaSequence } from '../../positions';
import type { HistoryRange, Order, PageEnd } from '../../queries';
import type { SqlSession } from '../session';
import { int, long } from '../values';

/** Sequences from..to, both inclusive. */
export interface Bounds {
  readonly from: bigint;
  readonly to: bigint;
}

const EVERYTHING: Bounds = { from: 0n, to: 2n ** 63n - 1n };

/** Numbers from..to, both inclusive; undefined: no bound. */
export interface BlockBounds {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Bounds of the global sequences of actions; undefined when no block is in the range. */
export async function actionBounds(session: SqlSession, range: HistoryRange): Promise<Bounds | undefined> {
  const blocks = await blockBounds(session, range);
  if (blocks === undefined) return undefined;
  let { from, to } = EVERYTHING;
  if (blocks.from !== undefined) {
    const [first] = await session.all('SELECT first_seq FROM block WHERE num >= ? ORDER BY num LIMIT 1', [
      blocks.from,
    ]);
    if (first === undefined) return undefined;
    from = long(first.first_seq);
  }
  if (blocks.to !== undefined) {
    const [next] = await session.all('SELECT first_seq FROM block WHERE num > ? ORDER BY num LIMIT 1', [
      blocks.to,
    ]);
    if (next !== undefined) to = long(next.first_seq) - 1n;
  }
  return within({ from, to }, range);
}

/** Bounds of the sequences of deltas. */
export async function deltaBounds(session: SqlSession, range: HistoryRange): Promise<Bounds | undefined> {
  const blocks = await blockBounds(session, range);
  if (blocks === undefined) return undefined;
  const from = blocks.from === undefined ? EVERYTHING.from : deltaSequence(Math.max(0, blocks.from), 0);
  const to = blocks.to === undefined ? EVERYTHING.to : deltaSequence(Math.max(-1, blocks.to) + 1, 0) - 1n;
  return within({ from, to }, range);
}

/** The part of bounds that is behind an entry, in an order; undefined: nothing is. */
export function boundsBehind(
  { from, to }: Bounds,
  { order, behind }: { readonly order: Order; readonly behind?: Pick<PageEnd, 'sequence'> },
): Bounds | undefined {
  if (behind === undefined) return { from, to };
  const { sequence } = behind;
  if (order === 'asc')
    return sequence < from ? { from, to } : sequence >= to ? undefined : { from: sequence + 1n, to };
  return sequence > to ? { from, to } : sequence <= from ? undefined : { from, to: sequence - 1n };
}

export const isUnbounded = ({ from, to }: Bounds): boolean => from <= EVERYTHING.from && to >= EVERYTHING.to;

function within(bounds: Bounds, { fromSequence, toSequence }: HistoryRange): Bounds | undefined {
  const from = fromSequence === undefined || fromSequence < bounds.from ? bounds.from : fromSequence;
  const highest = bounds.to > EVERYTHING.to ? EVERYTHING.to : bounds.to;
  const to = toSequence === undefined || toSequence > highest ? highest : toSequence;
  return from > to ? undefined : { from, to };
}

/** Numbers of the blocks within the times and numbers of a range. */
export async function blockBounds(
  session: SqlSession,
  range: HistoryRange,
): Promise<BlockBounds | undefined> {
  const { fromBlock, toBlock, fromTimeMs, toTimeMs } = range;
  let [from, to] = [fromBlock, toBlock];
  if (fromTimeMs !== undefined) {
    const [block] = await session.all('SELECT num FROM block WHERE time >= ? ORDER BY time LIMIT 1', [
      fromTimeMs,
    ]);
    if (block === undefined) return undefined;
    from = Math.max(from ?? 0, int(block.num));
  }
  if (toTimeMs !== undefined) {
    const [block] = await session.all('SELECT num FROM block WHERE time <= ? ORDER BY time DESC LIMIT 1', [
      toTimeMs,
    ]);
    if (block === undefined) return undefined;
    to = Math.min(to ?? Number.MAX_SAFE_INTEGER, int(block.num));
  }
  return from !== undefined && to !== undefined && from > to ? undefined : { from, to };
}
