import { bytesToHex, equalBytes } from '@app/antelope';
import type { BlockWrites } from '../../derive/block-writes';
import { BlockGapError } from '../errors';
import type { CompleteBlock } from '../port';
import type { StoredCursor } from './cursor';
import { writeCursor } from './cursor';
import type { Dictionary } from './dictionary';
import { readFilled, writeFilled } from './filled-content';
import { HistoryRows } from './history-rows';
import { Overlay } from './overlay';
import { FILLED } from './schema';
import type { SqlSession } from './session';
import { applyState, loadState } from './state-writes';
import { Totals } from './totals';
import { bytes, int, long, type SqlRow } from './values';

/** Sequence of blocks whose actions, and those before them, are not known yet: above all others. */
export const UNKNOWN_SEQUENCE = 2n ** 63n - 1n;
/** Blocks that one transaction connects. */
const CONNECT_BLOCKS = 2_000;
/** Bytes of their stored state, which are held at once, several times as many as objects: blocks may have megabytes. */
const CONNECT_BYTES = 32 * 1024 * 1024;

/** The rows of filled blocks. `insert` writes them: their history, and what `connect` applies. */
export class FilledRows {
  readonly #rows: HistoryRows;
  readonly #totals = new Totals();

  /** `nextSequence` is UNKNOWN_SEQUENCE behind blocks that are not there yet: `connect` corrects the blocks with it. */
  constructor(
    private readonly blocks: readonly BlockWrites[],
    ids: Dictionary,
    nextSequence: bigint,
  ) {
    this.#rows = new HistoryRows(ids, nextSequence, this.#totals.add);
    for (const writes of blocks) this.#rows.add(writes);
  }

  async insert(session: SqlSession): Promise<void> {
    const [first, last] = [this.blocks[0]?.block, this.blocks.at(-1)?.block];
    if (first === undefined || last === undefined) return;
    await this.#rows.flush(session);
    const content = writeFilled({ blocks: this.blocks, totals: this.#totals.list });
    await session.insert(FILLED, [
      [first.num, last.num, last.id, first.previousId, this.#rows.nextSequence, content],
    ]);
  }
}

/** Above the sequences up to the filled block before `num`, where it is known. */
export async function sequenceBefore(session: SqlSession, num: number): Promise<bigint> {
  const [row] = await session.all('SELECT next_seq FROM filled WHERE last = ?', [num - 1]);
  return row === undefined ? UNKNOWN_SEQUENCE : long(row.next_seq);
}

/** The end of the first fill, of a store whose last block is `num`; 0: the fill has ended. */
export const fillToBehind = (num: number, { fillTo }: StoredCursor): number => (num >= fillTo ? 0 : fillTo);

/**
 * Applies filled blocks that follow the cursor, in the pieces in which they were filled, until they are CONNECT_BLOCKS or have
 * CONNECT_BYTES.
 */
export async function connectFilled(
  session: SqlSession,
  cursor: StoredCursor,
  ids: Dictionary,
  complete: CompleteBlock,
): Promise<readonly BlockWrites[]> {
  const totals = new Totals();
  const pieces: (readonly BlockWrites[])[] = [];
  let { num, id, nextSequence } = cursor;
  let size = 0;
  while (num - cursor.num < CONNECT_BLOCKS && size < CONNECT_BYTES) {
    const [row] = await session.all('SELECT * FROM filled WHERE first = ?', [num + 1]);
    if (row === undefined) break;
    requireParent(row, num, id);
    const stored = bytes(row.content);
    size += stored.length;
    const content = readFilled(stored);
    totals.addAll(content.totals);
    const blocks = content.blocks.map(complete);
    pieces.push(blocks);
    await session.run('UPDATE block SET first_seq = ? WHERE num >= ? AND num <= ? AND first_seq = ?', [
      nextSequence,
      int(row.first),
      int(row.last),
      UNKNOWN_SEQUENCE,
    ]);
    if (long(row.next_seq) !== UNKNOWN_SEQUENCE) nextSequence = long(row.next_seq);
    [num, id] = [int(row.last), bytes(row.last_id)];
  }
  const connected = pieces.flat();
  if (connected.length === 0) return [];
  await applyAll(session, connected, ids, totals);
  await session.run('DELETE FROM filled WHERE first <= ?', [num]);
  await writeCursor(session, {
    ...cursor,
    ...{ num, id, irreversibleNum: num, nextSequence, fillTo: fillToBehind(num, cursor) },
  });
  return connected;
}

async function applyAll(
  session: SqlSession,
  blocks: readonly BlockWrites[],
  ids: Dictionary,
  totals: Totals,
): Promise<void> {
  await ids.prepare(session, blocks);
  const overlay = new Overlay();
  await loadState(session, overlay, blocks, ids);
  for (const writes of blocks) applyState(overlay, writes, ids);
  await totals.apply(session, overlay);
  await overlay.flush(session);
}

function requireParent(row: SqlRow, num: number, id: Uint8Array): void {
  const previous = bytes(row.previous);
  if (!equalBytes(previous, id))
    throw new BlockGapError(
      `block ${int(row.first)} follows ${bytesToHex(previous)}, and block ${num} is ${bytesToHex(id)}`,
    );
}
