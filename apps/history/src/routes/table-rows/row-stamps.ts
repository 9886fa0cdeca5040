import { inList, slices } from '../../store/sql/in-list';
import type { SqlSession } from '../../store/sql/session';
import { bytes, int } from '../../store/sql/values';

/** Id and time of the block of a row's last change. */
export interface RowStamp {
  /** 32 bytes. */
  readonly id: Uint8Array;
  readonly timeMs: number;
}

/** Rows with their stamps; without one where the history of the block was removed. */
export async function withStamps<T extends { readonly blockNum: number }>(
  session: SqlSession,
  rows: readonly T[],
): Promise<(T & { readonly stamp?: RowStamp })[]> {
  const stamps = new Map<number, RowStamp>();
  for (const nums of slices([...new Set(rows.map(({ blockNum }) => blockNum))])) {
    const { placeholders, params } = inList(nums);
    const found = await session.all(`SELECT num, id, time FROM block WHERE num IN ${placeholders}`, params);
    for (const row of found) stamps.set(int(row.num), { id: bytes(row.id), timeMs: int(row.time) });
  }
  return rows.map((row) => {
    const stamp = stamps.get(row.blockNum);
    return stamp === undefined ? row : { ...row, stamp };
  });
}
