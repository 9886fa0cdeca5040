import { CURSOR, SCHEMA_VERSION } from './schema';
import type { SqlSession } from './session';
import { bytes, int, long, type SqlRow } from './values';

/** The row of the table `cursor`. */
export interface StoredCursor {
  readonly schema: number;
  readonly chainId: Uint8Array;
  /** -1 before the first block. */
  readonly num: number;
  readonly id: Uint8Array;
  readonly irreversibleNum: number;
  readonly isPruned: boolean;
  /** Above the global sequences of all actions up to `num`. */
  readonly nextSequence: bigint;
  /** Last block of the first fill; 0 when there is none, or it is done. */
  readonly fillTo: number;
  /** The first block of a store that does not know the state before it; 0: the state is whole. */
  readonly knownFrom: number;
  /** Number of the layout that trades are read with; 0: none are. */
  readonly tradeLayout: bigint;
}

const NO_BLOCK = {
  num: -1,
  id: new Uint8Array(),
  irreversibleNum: 0,
  isPruned: false,
  nextSequence: 0n,
  fillTo: 0,
  knownFrom: 0,
};

/** @param tradeLayout that of the program that writes */
export const emptyCursor = (chainId: Uint8Array, tradeLayout: bigint): StoredCursor => ({
  schema: SCHEMA_VERSION,
  chainId,
  ...NO_BLOCK,
  tradeLayout,
});

export async function readCursor(session: SqlSession): Promise<StoredCursor | undefined> {
  const [row] = await session.all('SELECT * FROM cursor');
  return row && cursorOf(row);
}

export const cursorOf = (row: SqlRow): StoredCursor => ({
  schema: int(row.schema),
  chainId: bytes(row.chain_id),
  num: int(row.num),
  id: bytes(row.id),
  irreversibleNum: int(row.irreversible),
  isPruned: int(row.pruned) === 1,
  nextSequence: long(row.next_seq),
  fillTo: int(row.fill_to),
  // Stores of version 5 do not have it.
  knownFrom: int(row.known_from ?? 0),
  // Stores of version 6 do not have it.
  tradeLayout: long(row.trade_layout ?? 0),
});

export async function writeCursor(session: SqlSession, cursor: StoredCursor): Promise<void> {
  const { schema, chainId, num, id, irreversibleNum, isPruned, nextSequence, fillTo, knownFrom } = cursor;
  const { tradeLayout } = cursor;
  await session.upsert(CURSOR, [
    [
      1,
      schema,
      chainId,
      num,
      id,
      irreversibleNum,
      isPruned ? 1 : 0,
      nextSequence,
      fillTo,
      knownFrom,
      tradeLayout,
    ],
  ]);
}
