import { requireCursor } from '../cursor';
import { readIndexedIds } from '../payload';
import { removeIndexEntries } from '../removal';
import { COLD_RANGE } from '../schema';
import { readPayloads } from '../sized-rows';
import { bytes, int, long, type SqlValue } from '../values';
import type { MovedRows } from './moved-rows';

/** Actions, with the tables that index them. */
export const MOVED_ACTIONS: MovedRows = {
  tables: ['action', 'action_account', 'action_field'],
  ranges: COLD_RANGE,
  borderOf: ({ cold }) => cold.block,
  withBorder: (cursor, { to, end }) => ({
    ...cursor,
    cold: { ...cursor.cold, block: to + 1, sequence: end },
  }),
  lastOf: ({ irreversibleNum }, hotBlocks) => irreversibleNum - hotBlocks,
  startOf: (block) => long(block.first_seq),
  read: readPayloads,
  rowsOf: (actions) => {
    const accounts: SqlValue[][] = [];
    const fields: SqlValue[][] = [];
    for (const [sequence, , type, payload] of actions) {
      const seq = long(sequence);
      const ids = readIndexedIds(bytes(payload));
      for (const account of ids.accounts) accounts.push([account, seq, int(type)]);
      for (const { field, value } of ids.fields) fields.push([field, value, seq]);
    }
    return { action: actions, action_account: accounts, action_field: fields };
  },
  left: async (session, limit) => {
    const { cold } = await requireCursor(session);
    return (await readPayloads(session, { from: 0n, to: cold.sequence, limit })).rows;
  },
  remove: async (session, actions) => {
    await removeIndexEntries(session, actions);
    await session.run('DELETE FROM action WHERE seq <= ?', [long(actions.at(-1)?.[0])]);
  },
};
