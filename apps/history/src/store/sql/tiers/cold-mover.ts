import { randomBytes } from 'node:crypto';
import { bytesToHex, equalBytes } from '@app/antelope';
import { areEqualSums, RowSums, totalSum } from '../../cold/row-sums';
import type { ColdRows, ColdSums, ColdTier } from '../../cold/cold-tier';
import { ColdTierError } from '../../errors';
import type { ColdMoves, ColdProgress } from '../../port';
import { readCursor, writeCursor, type StoredCursor } from '../cursor';
import { readIndexedIds } from '../payload';
import { type PayloadRange, readPayloads } from '../payload-rows';
import { removeIndexEntries } from '../removal';
import { COLD_RANGE } from '../schema';
import type { SqlDatabase, SqlSession } from '../session';
import { bytes, int, long, signed, type SqlValue } from '../values';

/** Actions, and bytes of their payloads, of one insert into the cold tier. */
const COPIED_ACTIONS = 20_000;
const COPIED_BYTES = 8 * 2 ** 20;
/** Most actions that are read at once: other work waits for it. */
const READ_ACTIONS = 500;
/** Actions that one transaction removes: the follower waits for it. */
const REMOVED_ACTIONS = 2_000;

export interface ColdLimits {
  /** Irreversible blocks that stay. */
  readonly hotBlocks: number;
  /** Blocks of a range: it begins and ends at a multiple of them. */
  readonly rangeBlocks: number;
}

/** The moves of a store in this database; undefined: it has one tier. */
export type MovesOf = (database: SqlDatabase) => ColdMoves;

/** Blocks from..to and the global sequences of their actions; `end` is exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly start: bigint;
  readonly end: bigint;
  /** Id of the block `to`. */
  readonly lastId: Uint8Array;
}

/**
 * Moves the actions of closed ranges of irreversible blocks into the cold tier. A range is copied into a stage, compared,
 * put in its place, compared again, marked, and then removed here. The mark is one transaction: before it the rows here
 * count, after it those of the cold tier. All steps before the mark are repeated after a crash, all steps after it
 * continue.
 */
export class ColdMover implements ColdMoves {
  #isClaimed = false;
  /** The range after the one that was moved last. */
  #next: number | undefined;

  constructor(
    private readonly database: Pick<SqlDatabase, 'read' | 'transaction'>,
    private readonly tier: ColdTier,
    private readonly limits: ColdLimits,
  ) {}

  async step(signal?: AbortSignal): Promise<ColdProgress | undefined> {
    const cursor = await this.database.read(readCursor);
    if (cursor === undefined) return undefined;
    this.#isClaimed ||= await this.#claim();
    if (await this.#removeMoved()) return { firstHotBlock: cursor.cold.block, movedRows: 0 };
    const range = await this.database.read((session) => nextRange(session, this.limits));
    if (range === undefined) {
      await this.#requireEntries();
      return undefined;
    }
    // Another process may write the store by now: its stage and its ranges stay.
    await this.database.transaction((session) => requireUnmoved(session, range));
    const sums = await this.#copy(range, signal);
    if (sums === undefined) return undefined;
    requireEqual(sums, await this.tier.stagedSums(range.from), range);
    await this.database.transaction((session) => requireUnmoved(session, range));
    if (range.from !== this.#next) await this.tier.removeFrom(cursor.cold.block, range.from);
    if (!areEqualSums(sums, await this.tier.sums(range.from))) await this.tier.replace(range.from);
    requireEqual(sums, await this.tier.sums(range.from), range);
    await this.database.transaction((session) => mark(session, range, sums));
    this.#next = range.to + 1;
    await this.tier.clearStage();
    return { firstHotBlock: range.to + 1, movedRows: totalSum(sums).count };
  }

  close(): void {
    this.tier.close();
  }

  /** Whether some of the rows that were moved were still here. */
  async #removeMoved(): Promise<boolean> {
    const isThere = (await this.database.read((session) => movedRows(session, 1))).length > 0;
    if (isThere) await this.database.transaction(removeMoved);
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
    const found = await this.tier.entries();
    const moved = await this.database.read((session) =>
      session.all('SELECT first, last, entries FROM cold_range ORDER BY first'),
    );
    for (const { first, last, entries } of moved) {
      const count = found.get(int(first)) ?? 0;
      if (count !== int(entries))
        throw new ColdTierError(
          `the database of HISTORY_COLD_URL has ${count} of ${int(entries)} rows of the blocks ${int(first)} to ${int(last)}: restore it, or fill the store again`,
        );
    }
  }

  /** Sums of the rows that are staged; undefined: it was stopped. */
  async #copy({ from, start, end }: Range, signal: AbortSignal | undefined): Promise<ColdSums | undefined> {
    await this.tier.clearStage();
    const sums = new RowSums();
    for (let next: bigint | undefined = start; next !== undefined;) {
      if (signal?.aborted === true) return undefined;
      const batch = await this.#batch(next, end);
      const rows = coldRows(batch.actions);
      await this.tier.stage(from, rows);
      sums.add(rows);
      ({ next } = batch);
    }
    return sums.sums;
  }

  /** Actions from a sequence on, bounded in number and bytes, and the sequence of those that are left. */
  async #batch(start: bigint, end: bigint): Promise<{ actions: SqlValue[][]; next: bigint | undefined }> {
    const actions: SqlValue[][] = [];
    let size = 0;
    let next: bigint | undefined = start;
    while (next !== undefined && actions.length < COPIED_ACTIONS && size < COPIED_BYTES) {
      const part: PayloadRange = {
        ...{ from: next, to: end, limit: READ_ACTIONS, maxBytes: COPIED_BYTES - size },
      };
      const { rows, next: rest } = await this.database.read((session) => readPayloads(session, part));
      actions.push(...rows);
      for (const [, , , payload] of rows) size += bytes(payload).length;
      next = rest;
    }
    return { actions, next };
  }
}

/** The rows of actions, and those of the indexes that belong to them. */
function coldRows(actions: readonly SqlValue[][]): ColdRows {
  const accounts: SqlValue[][] = [];
  const fields: SqlValue[][] = [];
  for (const [sequence, , type, payload] of actions) {
    const seq = long(sequence);
    const ids = readIndexedIds(bytes(payload));
    for (const account of ids.accounts) accounts.push([account, seq, int(type)]);
    for (const { field, value } of ids.fields) fields.push([field, value, seq]);
  }
  return { action: actions, action_account: accounts, action_field: fields };
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
  { hotBlocks, rangeBlocks }: ColdLimits,
): Promise<Range | undefined> {
  const cursor = await requireCursor(session);
  const [first] = await session.all('SELECT num, first_seq FROM block WHERE num >= ? ORDER BY num LIMIT 1', [
    cursor.cold.block,
  ]);
  if (first === undefined) return undefined;
  const from = int(first.num);
  const to = (Math.floor(from / rangeBlocks) + 1) * rangeBlocks - 1;
  if (to > cursor.irreversibleNum - hotBlocks) return undefined;
  const [last] = await session.all('SELECT id FROM block WHERE num = ?', [to]);
  const [next] = await session.all('SELECT first_seq FROM block WHERE num = ?', [to + 1]);
  if (last === undefined || next === undefined) return undefined;
  return { from, to, start: long(first.first_seq), end: long(next.first_seq), lastId: bytes(last.id) };
}

/** Throws ColdTierError when the range was moved by another process, or the store was emptied since. */
async function requireUnmoved(session: SqlSession, { from, to, lastId }: Range): Promise<StoredCursor> {
  const cursor = await requireCursor(session);
  const [last] = await session.all('SELECT id FROM block WHERE num = ?', [to]);
  if (last === undefined || !equalBytes(bytes(last.id), lastId) || cursor.cold.block > from)
    throw new ColdTierError(`the store has another history since its blocks ${from} to ${to} were copied`);
  return cursor;
}

/** From this commit on readers find the range in the cold tier. */
async function mark(session: SqlSession, range: Range, sums: ColdSums): Promise<void> {
  const cursor = await requireUnmoved(session, range);
  const { count, digest } = totalSum(sums);
  await session.insert(COLD_RANGE, [[range.from, range.to, range.start, range.end, count, signed(digest)]]);
  const cold = { id: cursor.cold.id, block: range.to + 1, sequence: range.end };
  await writeCursor(session, { ...cursor, cold });
}

/** Actions that were moved, and are still here; a part of them. */
async function movedRows(session: SqlSession, limit: number): Promise<SqlValue[][]> {
  const { cold } = await requireCursor(session);
  return (await readPayloads(session, { from: 0n, to: cold.sequence, limit })).rows;
}

async function removeMoved(session: SqlSession): Promise<void> {
  const actions = await movedRows(session, REMOVED_ACTIONS);
  await removeIndexEntries(session, actions);
  await session.run('DELETE FROM action WHERE seq <= ?', [long(actions.at(-1)?.[0])]);
}

function requireEqual(wanted: ColdSums, found: ColdSums, { from, to }: Range): void {
  if (areEqualSums(wanted, found)) return;
  throw new ColdTierError(
    `the cold tier has other rows of the blocks ${from} to ${to} than were sent: ${totalSum(found).count} of ${totalSum(wanted).count}`,
  );
}

async function requireCursor(session: SqlSession): Promise<StoredCursor> {
  const cursor = await readCursor(session);
  if (cursor === undefined) throw new Error('the store is not open: open it with the chain id first');
  return cursor;
}
