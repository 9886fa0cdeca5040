import type { ColdRows, ColdTable } from '../../cold/cold-tier';
import { deltaSequence } from '../../positions';
import { requireCursor, type StoredCursor } from '../cursor';
import type { SqlSession } from '../session';
import type { SizedRange, SizedRows } from '../sized-rows';
import type { Table } from '../table';
import { int, long, type SqlRow, type SqlValue } from '../values';

/** Blocks from..to and the sequences of their rows; `end` is exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly start: bigint;
  readonly end: bigint;
  /** Id of the block `to`. */
  readonly lastId: Uint8Array;
}

/** Rows that move into the cold tier together, up to a border of their own. */
export interface MovedRows {
  readonly tables: readonly ColdTable[];
  /** The ranges that were moved. */
  readonly ranges: Table;
  /** The first block whose rows are in the store. */
  borderOf(cursor: StoredCursor): number;
  withBorder(cursor: StoredCursor, range: Range): StoredCursor;
  /**
   * The last block whose rows may move.
   * @param hotBlocks irreversible blocks that stay
   */
  lastOf(cursor: StoredCursor, hotBlocks: number): number;
  /** Lowest sequence that a row of a block can have. @param block its `num` and `first_seq` */
  startOf(block: SqlRow): bigint;
  /** Rows of the store. */
  read(session: SqlSession, range: SizedRange): Promise<SizedRows>;
  /** Rows of the cold tier. */
  rowsOf(rows: readonly SqlValue[][]): ColdRows;
  /** Rows that were moved, and are still in the store; a part of them. */
  left(session: SqlSession, limit: number): Promise<SqlValue[][]>;
  /** Removes such rows. */
  remove(session: SqlSession, rows: readonly SqlValue[][]): Promise<void>;
}

/** Of rows whose sequences begin with the number of their block. They move behind the actions of a range. */
export const behindActions = (
  table: 'trx' | 'delta',
  borderOf: MovedRows['borderOf'],
): Pick<MovedRows, 'borderOf' | 'lastOf' | 'startOf' | 'left' | 'remove'> => ({
  borderOf,
  lastOf: ({ cold }) => cold.block - 1,
  startOf: (block) => deltaSequence(int(block.num), 0),
  left: async (session, limit) => {
    const below = deltaSequence(borderOf(await requireCursor(session)), 0);
    return session.tuples(`SELECT seq FROM ${table} WHERE seq < ? ORDER BY seq LIMIT ?`, [below, limit]);
  },
  remove: (session, rows) => session.run(`DELETE FROM ${table} WHERE seq <= ?`, [long(rows.at(-1)?.[0])]),
});
