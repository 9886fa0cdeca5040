import { createHash } from 'node:crypto';
import { CONTENT_TABLES } from '../../../apps/history/src/store/sql/schema';
import type { SqlDatabase } from '../../../apps/history/src/store/sql/session';

/** SHA-256 of every row of every table, by name of the table. The dictionaries only grow and are left out. */
export const tableDigests = (database: SqlDatabase): Promise<Record<string, string>> =>
  database.read(async (session) => {
    const digests: Record<string, string> = {};
    for (const { name, columns, keyLength } of CONTENT_TABLES) {
      const hash = createHash('sha256');
      const keys = columns.slice(0, keyLength).join(', ');
      for (const row of await session.all(`SELECT * FROM ${name} ORDER BY ${keys}`)) {
        for (const value of Object.values(row))
          hash.update(value instanceof Uint8Array ? value : String(value)).update('\0');
      }
      digests[name] = hash.digest('hex');
    }
    return digests;
  });
