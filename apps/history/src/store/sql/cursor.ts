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
  readonly cold: ColdBorder;
}

/** Where the cold tier of a store ends. */
export interface ColdBorder {
  /** Random id that the cold tier has, too; empty: there is none. */
  readonly id: Uint8Array;
  /** Actions of the blocks below are there; 0: of none. */
  readonly block: number;
  /** Above the global sequences of these actions. */
  readonly sequence: bigint;
  /** Transactions of the blocks below are there; never above `block`. */
  readonly transactionBlock: number;
  /** The same of changed rows. */
  readonly deltaBlock: number;
}

export const NO_COLD_TIER: ColdBorder = {
  id: new Uint8Array(),
  block: 0,
  sequence: 0n,
  transactionBlock: 0,
  deltaBlock: 0,
};

const NO_BLOCK = {
  num: -1,
  id: new Uint8Array(),
  irreversibleNum: 0,
  isPruned: false,
  nextSequence: 0n,
  fillTo: 0,
  knownFrom: 0,
};

/**
 * @param tradeLayout that of the program that writes
 * @param coldId that of the store before it was emptied
 */
export const emptyCursor = (
  chainId: Uint8Array,
  tradeLayout: bigint,
  coldId = NO_COLD_TIER.id,
): StoredCursor => ({
  schema: SCHEMA_VERSION,
  chainId,
  ...NO_BLOCK,
  tradeLayout,
  cold: { ...NO_COLD_TIER, id: coldId },
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
  // Stores of version 7 do not have it.
  cold: {
    id: bytes(row.cold_id ?? NO_COLD_TIER.id),
    block: int(row.cold_block ?? 0),
    sequence: long(row.cold_seq ?? 0),
    // Stores of version 10 do not have it.
    transactionBlock: int(row.cold_trx_block ?? 0),
    // Stores of version 11 do not have it.
    deltaBlock: int(row.cold_delta_block ?? 0),
  },
});

export async function writeCursor(session: SqlSession, cursor: StoredCursor): Promise<void> {
  const { schema, chainId, num, id, irreversibleNum, isPruned, nextSequence, fillTo, knownFrom } = cursor;
  const { tradeLayout, cold } = cursor;
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
      cold.id,
      cold.block,
      cold.sequence,
      cold.transactionBlock,
      cold.deltaBlock,
    ],
  ]);
}

/** @throws Error for a store that was never opened */
export async function requireCursor(session: SqlSession): Promise<StoredCursor> {
  const cursor = await readCursor(session);
  if (cursor === undefined) throw new Error('the store is not open: open it with the chain id first');
  return cursor;
}
