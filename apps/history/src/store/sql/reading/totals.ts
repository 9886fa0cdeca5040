import { inList, slices } from '../in-list';
import type { SqlSession } from '../session';
import { int } from '../values';

/** Number of stored actions of an account (0: of all) and of some types (undefined: of all). */
export async function countOf(
  session: SqlSession,
  account: number,
  types: readonly number[] | undefined,
): Promise<number> {
  let total = 0;
  for (const slice of slices(types ?? [0])) {
    const { placeholders, params } = inList(slice);
    const rows = await session.all(
      `SELECT n FROM account_total WHERE account = ? AND type IN ${placeholders}`,
      [account, ...params],
    );
    for (const { n } of rows) total += int(n);
  }
  return total;
}

/** Those of the types that the account has actions of, in ascending order. */
export async function typesWithActions(
  session: SqlSession,
  account: number,
  types: readonly number[],
): Promise<number[]> {
  const found: number[] = [];
  for (const slice of slices(types)) {
    const { placeholders, params } = inList(slice);
    const rows = await session.all(
      `SELECT type FROM account_total WHERE account = ? AND type IN ${placeholders}`,
      [account, ...params],
    );
    found.push(...rows.map(({ type }) => int(type)));
  }
  return found.sort((left, right) => left - right);
}
