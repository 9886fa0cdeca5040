import { deserialize, serialize } from 'node:v8';
import type { Change, Overlay, Row } from './overlay';
import { STATE_TABLES, UNDO } from './schema';
import type { Table } from './table';
import type { SqlSession } from './session';
import { bytes } from './values';

type StoredChange = readonly [table: number, key: Row, previous: Row | undefined];

/** The steps back of one block. */
export const writeJournal = (changes: readonly Change[]): Uint8Array =>
  serialize(
    changes.map(({ table, key, previous }): StoredChange => [STATE_TABLES.indexOf(table), key, previous]),
  );

function readJournal(blob: Uint8Array): Change[] {
  const stored = deserialize(blob) as StoredChange[];
  return stored.map(([index, key, previous]) => {
    const table = STATE_TABLES[index];
    if (table === undefined) throw new RangeError(`the journal names table ${index}`);
    return { table, key, previous };
  });
}

/** Takes the state back to the end of block `num`. */
export async function undoState(session: SqlSession, overlay: Overlay, num: number): Promise<void> {
  const rows = await session.all(
    `SELECT block, changes FROM ${UNDO.name} WHERE block > ? ORDER BY block DESC`,
    [num],
  );
  for (const { changes } of rows) {
    for (const { table, key, previous } of readJournal(bytes(changes)).reverse())
      overlay.replace(table, key, undefined, previous);
  }
  await session.run(`DELETE FROM ${UNDO.name} WHERE block > ?`, [num]);
}

/** Removes the changes of one table from all journals: its rows were deleted and are not restored by an undo. */
export async function removeFromJournals(session: SqlSession, table: Table): Promise<void> {
  for (const { block, changes } of await session.all(`SELECT block, changes FROM ${UNDO.name}`)) {
    const all = readJournal(bytes(changes));
    const kept = all.filter((change) => change.table !== table);
    if (kept.length < all.length) await session.upsert(UNDO, [[block ?? null, writeJournal(kept)]]);
  }
}
