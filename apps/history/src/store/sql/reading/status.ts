import { missingBehind } from '../../block-ranges';
import { StoreUnavailableError } from '../../errors';
import { loadingState, type StoreStatus } from '../../records';
import { cursorOf } from '../cursor';
import type { SqlSession } from '../session';
import { loadBefore } from '../state-load';
import { int } from '../values';
import { BLOCK_COLUMNS, blockRefOf } from './action-records';
import type { Names } from './names';

/**
 * One statement, as every answer begins with it. The cursor of an empty store has no block. It is asked for by its key:
 * a planner that expects many rows reads all blocks for the join.
 */
const STATUS_SQL = `SELECT c.*, ${BLOCK_COLUMNS}, (SELECT num FROM block ORDER BY num LIMIT 1) AS first_num,
  (SELECT n FROM account_total WHERE account = 0 AND type = 0) AS actions
  FROM cursor c LEFT JOIN block b ON b.num = c.num WHERE c.one = 1`;

/** Of a store that belongs to no chain yet. */
const EMPTY: StoreStatus = {
  chainId: new Uint8Array(32),
  head: undefined,
  irreversibleNum: 0,
  firstBlockNum: 0,
  isPruned: false,
  holes: missingBehind(undefined, 0),
  actions: 0,
  stateKnownFrom: undefined,
};

export async function readStatus(session: SqlSession, names: Names): Promise<StoreStatus> {
  const [row] = await session.all(STATUS_SQL);
  if (row === undefined) return EMPTY;
  const cursor = cursorOf(row);
  if (cursor.cold.block > 0 && session.cold === undefined)
    throw new StoreUnavailableError(
      `the actions of the blocks below ${cursor.cold.block} were moved into the cold tier: set HISTORY_COLD_URL`,
    );
  const head =
    row.block_num === null ? undefined : await names.decoding(session, () => blockRefOf(row, names));
  return {
    chainId: cursor.chainId,
    head,
    irreversibleNum: cursor.irreversibleNum,
    firstBlockNum: head === undefined ? 0 : int(row.first_num),
    isPruned: cursor.isPruned,
    holes: missingBehind(head === undefined ? undefined : cursor.num, cursor.fillTo),
    actions: row.actions === null ? 0 : int(row.actions),
    stateKnownFrom: cursor.knownFrom === 0 ? undefined : cursor.knownFrom,
    loading: loadingState(await loadBefore(session, cursor)),
  };
}
