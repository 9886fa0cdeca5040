import { missingBehind } from '../../block-ranges';
import type { StoreStatus } from '../../records';
import { readCursor } from '../cursor';
import type { SqlSession } from '../session';
import { int } from '../values';
import { BLOCK_COLUMNS, blockRefOf } from './action-records';
import type { Names } from './names';
import { countOf } from './totals';

export async function readStatus(session: SqlSession, names: Names): Promise<StoreStatus> {
  const cursor = await readCursor(session);
  const [head] = await session.all(`SELECT ${BLOCK_COLUMNS} FROM block b WHERE b.num = ?`, [
    cursor?.num ?? -1,
  ]);
  const [first] = await session.all('SELECT num FROM block ORDER BY num LIMIT 1');
  return {
    chainId: cursor?.chainId ?? new Uint8Array(32),
    head: head && (await names.decoding(session, () => blockRefOf(head, names))),
    irreversibleNum: cursor?.irreversibleNum ?? 0,
    firstBlockNum: head === undefined ? 0 : int(first?.num),
    isPruned: cursor?.isPruned ?? false,
    holes: missingBehind(head === undefined ? undefined : cursor?.num, cursor?.fillTo ?? 0),
    actions: await countOf(session, 0, undefined),
  };
}
