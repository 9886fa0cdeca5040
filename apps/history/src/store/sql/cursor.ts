import { WrongChainError } from '../errors';
import { CURSOR, SCHEMA_VERSION } from './schema';
import type { SqlSession } from './session';
import { bytes, int, type SqlRow } from './values';

/** The row of the table `cursor`. */
export interface StoredCursor {
  readonly schema: number;
  readonly chainId: Uint8Array;
  /** -1 before the first block. */
  readonly num: number;
  readonly id: Uint8Array;
  readonly irreversibleNum: number;
  readonly isPruned: boolean;
}

const NO_BLOCK = { num: -1, id: new Uint8Array(), irreversibleNum: 0, isPruned: false };

export const emptyCursor = (chainId: Uint8Array): StoredCursor => ({
  schema: SCHEMA_VERSION,
  chainId,
  ...NO_BLOCK,
});

export async function readCursor(session: SqlSession): Promise<StoredCursor | undefined> {
  const [row] = await session.all('SELECT * FROM cursor');
  return row && cursorOf(row);
}

/** Throws WrongChainError for a store of another version of this program. */
export function requireSchema({ schema }: StoredCursor): void {
  if (schema !== SCHEMA_VERSION)
    throw new WrongChainError(
      `the store has the tables of version ${schema}, this program those of ${SCHEMA_VERSION}: remove it and start again`,
    );
}

const cursorOf = (row: SqlRow): StoredCursor => ({
  schema: int(row.schema),
  chainId: bytes(row.chain_id),
  num: int(row.num),
  id: bytes(row.id),
  irreversibleNum: int(row.irreversible),
  isPruned: int(row.pruned) === 1,
});

export async function writeCursor(session: SqlSession, cursor: StoredCursor): Promise<void> {
  const { schema, chainId, num, id, irreversibleNum, isPruned } = cursor;
  await session.upsert(CURSOR, [[1, schema, chainId, num, id, irreversibleNum, isPruned ? 1 : 0]]);
}
