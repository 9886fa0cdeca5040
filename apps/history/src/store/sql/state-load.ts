import { equalBytes } from '@app/antelope';
import type { BlockWrites } from '../../derive/block-writes';
import { StateLoadError } from '../errors';
import type { StateLoad } from '../port';
import { candleKeys } from './candle-writes';
import type { Dictionary } from './dictionary';
import { forkCount } from './forks';
import { HistoryRows } from './history-rows';
import { Overlay } from './overlay';
import { loadProposals } from './proposal-writes';
import { CANDLE, DELTA, LINK, PERMISSION, ROW, STATE_LOAD, STATE_TABLES, TOKEN, VOTER } from './schema';
import { requireCursor, type StoredCursor } from './cursor';
import type { SqlSession } from './session';
import { applyState } from './state-writes';
import { bytes, int } from './values';

/** Each row of a state has a key of its own, so none of a part is there before. */
const NEW_KEYS = new Set([ROW, TOKEN, PERMISSION, LINK, VOTER]);
/** Tables whose rows have the time of the block, which may be known after its state only. */
const TIMED_TABLES = ['link', 'proposal', 'schedule'];

/** The state that is loaded; undefined: none. */
export async function readLoad(session: SqlSession): Promise<StateLoad | undefined> {
  const [row] = await session.all('SELECT * FROM state_load');
  return (
    row && {
      num: int(row.block),
      id: bytes(row.id),
      parts: int(row.parts),
      rows: int(row.loaded_rows),
      deltas: int(row.deltas),
      digest: bytes(row.digest),
      remainingRows: int(row.remaining_rows),
      remainingSeconds: int(row.remaining_seconds),
    }
  );
}

/** Stores of earlier versions have no table of it. */
const FIRST_VERSION = 9;

/** The state that is loaded in a store without a block. */
export const loadBefore = async (
  session: SqlSession,
  { num, schema }: StoredCursor,
): Promise<StateLoad | undefined> => (num < 0 && schema >= FIRST_VERSION ? readLoad(session) : undefined);

/** Whether a store has no block, and never had one: readers that saw one take it for whole as long as they run. */
export const isNew = async (session: SqlSession, { num }: StoredCursor): Promise<boolean> =>
  num < 0 && (await forkCount(session)) === 0;

/**
 * Throws StateLoadError unless the part continues what is loaded: written twice it would double rows, and behind a block
 * readers would see it.
 */
async function requireContinued(session: SqlSession, { num, id, parts, digest }: StateLoad): Promise<void> {
  if (!(await isNew(session, await requireCursor(session))))
    throw new StateLoadError(`the state of block ${String(num)} comes to a store that has, or had, blocks`);
  const stored = await readLoad(session);
  const isSame = stored?.num === num && equalBytes(stored.id, id);
  const isNext = parts === (stored?.parts ?? 0) + 1 && (stored === undefined || isSame);
  const isAgain = isSame && parts === stored.parts && equalBytes(digest, stored.digest);
  if (!isNext && !isAgain)
    throw new StateLoadError(
      `part ${String(parts)} of the state of block ${String(num)} does not follow ${stored === undefined ? 'any' : `part ${String(stored.parts)} of block ${String(stored.num)}`}`,
    );
}

/** Writes a part with what is loaded after it. Throws StateLoadError. */
export async function writePart(
  session: SqlSession,
  part: BlockWrites,
  load: StateLoad,
  ids: Dictionary,
): Promise<void> {
  await requireContinued(session, load);
  await ids.prepare(session, [part]);
  const rows = new HistoryRows(ids, 0n, () => undefined);
  rows.addDeltas(load.num, part.deltas, load.deltas - part.deltas.length);
  await rows.flush(session);
  const overlay = new Overlay(NEW_KEYS);
  await overlay.load(session, CANDLE, candleKeys([part]));
  await loadProposals(session, overlay, [part]);
  applyState(overlay, part, ids);
  await overlay.flush(session);
  const { num, id, parts, rows: loaded, deltas, digest, remainingRows, remainingSeconds } = load;
  await session.upsert(STATE_LOAD, [
    [1, num, id, parts, loaded, deltas, digest, remainingRows, remainingSeconds],
  ]);
}

export async function removeLoad(session: SqlSession): Promise<void> {
  for (const { name } of [DELTA, ...STATE_TABLES, STATE_LOAD]) await session.run(`DELETE FROM ${name}`);
}

/**
 * Ends a load before the first blocks of a store are written: the state becomes that of the first one, or is removed
 * where that is another block, or has its own rows.
 * @returns whether it did become that
 */
export async function completeLoad(session: SqlSession, [first]: readonly BlockWrites[]): Promise<boolean> {
  const load = await readLoad(session);
  if (load === undefined || first === undefined) return false;
  const { loadedDigest } = first;
  const { num, id, timeMs } = first.block;
  const isOf = load.num === num && equalBytes(load.id, id);
  if (!isOf || loadedDigest === undefined || !equalBytes(loadedDigest, load.digest)) {
    await removeLoad(session);
    return false;
  }
  for (const name of TIMED_TABLES) await session.run(`UPDATE ${name} SET time = ?`, [timeMs]);
  await session.run(`DELETE FROM ${STATE_LOAD.name}`);
  return true;
}
