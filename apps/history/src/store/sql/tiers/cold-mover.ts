import { randomBytes } from 'node:crypto';
import { bytesToHex, equalBytes } from '@app/antelope';
import { areEqualSums, RowSums, totalSum } from '../../cold/row-sums';
import type { ColdSums, ColdTier } from '../../cold/cold-tier';
import { ColdTierError } from '../../errors';
import type { ColdMoves, ColdProgress } from '../../port';
import { readCursor, requireCursor, writeCursor, type StoredCursor } from '../cursor';
import { SCHEMA_VERSION } from '../schema';
import type { SqlDatabase, SqlSession } from '../session';
import type { SizedRange } from '../sized-rows';
import { bytes, int, signed, type SqlValue } from '../values';
import { MOVED_ACTIONS } from './moved-actions';
import { MOVED_DELTAS } from './moved-deltas';
import type { MovedRows, Range } from './moved-rows';
import { MOVED_TRANSACTIONS } from './moved-transactions';

/** Actions, transactions or changed rows, and bytes of their values, of one insert into the cold tier. */
const COPIED_ROWS = 20_000;
const COPIED_BYTES = 8 * 2 ** 20;
/** Most rows that are read at once: other work waits for it. */
const READ_ROWS = 500;
/** Rows that one transaction removes: the follower waits for it. */
const REMOVED_ROWS = 2_000;

/** Actions last: all other rows of a range follow its actions, before the actions of the next one. */
export const MOVED: readonly MovedRows[] = [MOVED_TRANSACTIONS, MOVED_DELTAS, MOVED_ACTIONS];

export interface ColdLimits {
  /** Irreversible blocks that stay. */
  readonly hotBlocks: number;
  /** Blocks of a range: it begins and ends at a multiple of them. */
  readonly rangeBlocks: number;
}

/** The moves of a store in this database; undefined: it has one tier. */
export type MovesOf = (database: SqlDatabase) => ColdMoves;

/**
 * Moves the rows of closed ranges of irreversible blocks into the cold tier. A range is copied into a stage, compared, put
 * in its place, compared again, marked, and then removed here. The mark is one transaction: before it the rows here count,
 * after it those of the cold tier. All steps before the mark are repeated after a crash, all steps after it continue.
 */
export class ColdMover implements ColdMoves {
  #isClaimed = false;
  /** The ranges after those that were moved last. */
  readonly #next = new Map<MovedRows, number>();

  constructor(
    private readonly database: Pick<SqlDatabase, 'read' | 'transaction'>,
    private readonly tier: ColdTier,
    private readonly limits: ColdLimits,
  ) {}

  async step(signal?: AbortSignal): Promise<ColdProgress | undefined> {
    const cursor = await this.database.read(readCursor);
    // Before the first block, or before the migration: its writer has not opened it yet.
    if (cursor?.schema !== SCHEMA_VERSION) return undefined;
    this.#isClaimed ||= await this.#claim();
    for (const moved of MOVED)
      if (await this.#removeMoved(moved)) return { firstHotBlock: cursor.cold.block, movedRows: 0 };
    for (const moved of MOVED) {
      const range = await this.database.read((session) => nextRange(session, moved, this.limits));
      if (range !== undefined) return this.#move(moved, range, signal);
    }
    await this.#requireEntries();
    return undefined;
  }

  close(): void {
    this.tier.close();
  }

  /** Undefined: it was stopped. */
  async #move(
    moved: MovedRows,
    range: Range,
    signal: AbortSignal | undefined,
  ): Promise<ColdProgress | undefined> {
    const { tables } = moved;
    // Another process may write the store by now: its stage and its ranges stay.
    const cursor = await this.database.transaction((session) => requireUnmoved(session, moved, range));
    const sums = await this.#copy(moved, range, signal);
    if (sums === undefined) return undefined;
    requireEqual(sums, await this.tier.stagedSums(tables, range.from), range);
    await this.database.transaction((session) => requireUnmoved(session, moved, range));
    if (range.from !== this.#next.get(moved))
      await this.tier.removeFrom(tables, moved.borderOf(cursor), range.from);
    if (!areEqualSums(sums, await this.tier.sums(tables, range.from)))
      await this.tier.replace(tables, range.from);
    requireEqual(sums, await this.tier.sums(tables, range.from), range);
    const { cold } = await this.database.transaction((session) => mark(session, moved, range, sums));
    this.#next.set(moved, range.to + 1);
    await this.tier.clearStage(tables);
    return { firstHotBlock: cold.block, movedRows: totalSum(sums).count };
  }

  /** Whether some of the rows that were moved were still here. */
  async #removeMoved(moved: MovedRows): Promise<boolean> {
    const isThere = (await this.database.read((session) => moved.left(session, 1))).length > 0;
    if (isThere)
      await this.database.transaction(async (session) =>
        moved.remove(session, await moved.left(session, REMOVED_ROWS)),
      );
    return isThere;
  }

  /** The id of this store, which the cold tier has, too: another store has other numbers of names. */
  async #claim(): Promise<true> {
    const { id, block } = await this.database.transaction(withId);
    const own = bytesToHex(id);
    let owner = await this.tier.owner();
    if (owner === undefined && block === 0) {
      await this.tier.prepare();
      await this.tier.claim(own);
      // Another store may have done the same meanwhile.
      owner = await this.tier.owner();
    }
    if (owner !== own)
      throw new ColdTierError(
        owner === undefined
          ? `the database of HISTORY_COLD_URL is empty, and the actions of the blocks below ${block} were moved into one`
          : 'the database of HISTORY_COLD_URL has the actions of another store: each store needs its own',
      );
    await this.#requireEntries();
    await this.tier.prepare();
    return true;
  }

  /** Throws ColdTierError unless the cold tier still has as many rows of each range as were moved into it. */
  async #requireEntries(): Promise<void> {
    for (const { tables, ranges } of MOVED) {
      const found = await this.tier.entries(tables);
      const moved = await this.database.read((session) =>
        session.all(`SELECT first, last, entries FROM ${ranges.name} ORDER BY first`),
      );
      for (const { first, last, entries } of moved) {
        const count = found.get(int(first)) ?? 0;
        if (count !== int(entries))
          throw new ColdTierError(
            `the database of HISTORY_COLD_URL has ${count} of ${int(entries)} rows of the blocks ${int(first)} to ${int(last)}: restore it, or fill the store again`,
          );
      }
    }
  }

  /** Sums of the rows that are staged; undefined: it was stopped. */
  async #copy(
    moved: MovedRows,
    { from, start, end }: Range,
    signal: AbortSignal | undefined,
  ): Promise<ColdSums | undefined> {
    await this.tier.clearStage(moved.tables);
    const sums = new RowSums(moved.tables);
    for (let next: bigint | undefined = start; next !== undefined;) {
      if (signal?.aborted === true) return undefined;
      const batch = await this.#batch(moved, next, end);
      const rows = moved.rowsOf(batch.rows);
      await this.tier.stage(from, rows);
      sums.add(rows);
      ({ next } = batch);
    }
    return sums.sums;
  }

  /** Rows from a sequence on, bounded in number and bytes, and the sequence of those that are left. */
  async #batch(
    moved: MovedRows,
    start: bigint,
    end: bigint,
  ): Promise<{ rows: SqlValue[][]; next: bigint | undefined }> {
    const rows: SqlValue[][] = [];
    let size = 0;
    let next: bigint | undefined = start;
    while (next !== undefined && rows.length < COPIED_ROWS && size < COPIED_BYTES) {
      const part: SizedRange = { from: next, to: end, limit: READ_ROWS, maxBytes: COPIED_BYTES - size };
      const read = await this.database.read((session) => moved.read(session, part));
      rows.push(...read.rows);
      size += read.bytes;
      ({ next } = read);
    }
    return { rows, next };
  }
}

async function withId(session: SqlSession): Promise<StoredCursor['cold']> {
  const cursor = await requireCursor(session);
  if (cursor.cold.id.length > 0) return cursor.cold;
  const cold = { ...cursor.cold, id: new Uint8Array(randomBytes(16)) };
  await writeCursor(session, { ...cursor, cold });
  return cold;
}

/** The next range that is closed: all its blocks are irreversible, and enough are behind it. */
async function nextRange(
  session: SqlSession,
  moved: MovedRows,
  { hotBlocks, rangeBlocks }: ColdLimits,
): Promise<Range | undefined> {
  const cursor = await requireCursor(session);
  const [first] = await session.all('SELECT num, first_seq FROM block WHERE num >= ? ORDER BY num LIMIT 1', [
    moved.borderOf(cursor),
  ]);
  if (first === undefined) return undefined;
  const from = int(first.num);
  const to = (Math.floor(from / rangeBlocks) + 1) * rangeBlocks - 1;
  if (to > moved.lastOf(cursor, hotBlocks)) return undefined;
  const [last] = await session.all('SELECT id FROM block WHERE num = ?', [to]);
  const [next] = await session.all('SELECT num, first_seq FROM block WHERE num = ?', [to + 1]);
  if (last === undefined || next === undefined) return undefined;
  return { from, to, start: moved.startOf(first), end: moved.startOf(next), lastId: bytes(last.id) };
}

/** Throws ColdTierError when the range was moved by another process, or the store was emptied since. */
async function requireUnmoved(
  session: SqlSession,
  moved: MovedRows,
  { from, to, lastId }: Range,
): Promise<StoredCursor> {
  const cursor = await requireCursor(session);
  const [last] = await session.all('SELECT id FROM block WHERE num = ?', [to]);
  if (last === undefined || !equalBytes(bytes(last.id), lastId) || moved.borderOf(cursor) > from)
    throw new ColdTierError(`the store has another history since its blocks ${from} to ${to} were copied`);
  return cursor;
}

/** From this commit on readers find the range in the cold tier. */
async function mark(
  session: SqlSession,
  moved: MovedRows,
  range: Range,
  sums: ColdSums,
): Promise<StoredCursor> {
  const cursor = moved.withBorder(await requireUnmoved(session, moved, range), range);
  const { count, digest } = totalSum(sums);
  await session.insert(moved.ranges, [[range.from, range.to, range.start, range.end, count, signed(digest)]]);
  await writeCursor(session, cursor);
  return cursor;
}

function requireEqual(wanted: ColdSums, found: ColdSums, { from, to }: Range): void {
  if (areEqualSums(wanted, found)) return;
  throw new ColdTierError(
    `the cold tier has other rows of the blocks ${from} to ${to} than were sent: ${totalSum(found).count} of ${totalSum(wanted).count}`,
  );
}
