import { emptyCursor, NO_COLD_TIER, type StoredCursor } from '../cursor';
import type { SqlSession } from '../session';
import { keptRows } from './kept-rows';

/** A store with the ranges of actions and transactions, as those of version 11 are: it has no table for others. */
const ENTRIES: Readonly<Record<string, readonly number[]>> = { cold_range: [3, 4], cold_trx_range: [2] };
const session = {
  all: (sql: string) => {
    const entries = ENTRIES[/ FROM (\w+)$/.exec(sql)?.[1] ?? ''];
    if (entries === undefined) return Promise.reject(new Error(`no such table: ${sql}`));
    return Promise.resolve(entries.map((count) => ({ entries: count })));
  },
} as Partial<SqlSession> as SqlSession;

const withBorders = (block: number, transactionBlock: number): StoredCursor => ({
  ...emptyCursor(new Uint8Array(32), 0n, Uint8Array.of(0xab)),
  cold: { ...NO_COLD_TIER, id: Uint8Array.of(0xab), block, transactionBlock },
});

describe('rows that the cold tier has', () => {
  it('rows of kinds that have not moved are left out: a store of an older version has no table of them', async () => {
    const actions = { tables: ['action', 'action_account', 'action_field'], below: 12, count: 7 };
    expect(await keptRows(session, withBorders(12, 0))).toEqual({ owner: 'ab', ranges: [actions] });
    expect(await keptRows(session, withBorders(12, 8))).toEqual({
      owner: 'ab',
      ranges: [{ tables: ['trx', 'trx_id'], below: 8, count: 2 }, actions],
    });
  });
});
