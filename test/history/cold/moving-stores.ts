import path from 'node:path';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { ClickhouseHttp } from '../../../apps/history/src/store/clickhouse/clickhouse-http';
import type { ColdTier } from '../../../apps/history/src/store/cold/cold-tier';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import { ColdMover } from '../../../apps/history/src/store/sql/tiers/cold-mover';
import { TieredDatabase } from '../../../apps/history/src/store/sql/tiers/tiered-database';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { SqliteReaders } from '../../../apps/history/src/store/sqlite/sqlite-readers';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { CrashingDatabase } from '../store/crashing-database';
import { SMALL, tierAt } from './tiered-stores';

/** The tables that are moved. */
export const TABLES = ['action', 'action_account', 'action_field'] as const;

/** A store in SQLite whose actions a spec moves into a cold tier. */
export interface Tiers {
  readonly database: CrashingDatabase;
  readonly writer: SqlHistoryWriter;
  readonly reader: SqlHistoryReader;
  readonly mover: (tier?: ColdTier) => ColdMover;
  readonly url: string;
  readonly tier: ColdTier;
}

/** Stores in a folder, each with a cold tier. */
export class MovingStores {
  readonly #opened: Tiers[] = [];
  #count = 0;

  constructor(private readonly folder: string) {}

  /** A store with irreversible blocks, none of which was moved. */
  async fill(blocks: readonly BlockWrites[], url: string): Promise<Tiers> {
    const file = path.join(this.folder, `${this.#count++}.db`);
    const database = new CrashingDatabase(new SqliteDatabase(file, { isReadOnly: false, cacheMiB: 8 }));
    const tier = tierAt(url);
    const writer = new SqlHistoryWriter(database);
    const reader = new SqlHistoryReader(new TieredDatabase(new SqliteReaders(file, 2), tier));
    const mover = (at = tier): ColdMover => new ColdMover(database, at, SMALL);
    const tiers = { database, writer, reader, mover, url, tier };
    this.#opened.push(tiers);
    await writer.open(CHAIN_ID);
    await writer.append(blocks, blocks.at(-1)!.block.num);
    return tiers;
  }

  async close(): Promise<void> {
    for (const { writer, reader } of this.#opened.splice(0)) {
      await writer.close();
      await reader.close();
    }
  }
}

/** Rows of each table in the cold tier. */
export const rowsOf = (url: string): Promise<number[]> =>
  Promise.all(
    TABLES.map(async (table) => {
      const [row] = await new ClickhouseHttp(url).rows(`SELECT count(*) FROM ${table}`, 10_000);
      return Number(row![0]);
    }),
  );
/** Rows of each table in the store itself. */
export const hotRowsOf = ({ database }: Tiers): Promise<number[]> =>
  database.read((session) =>
    Promise.all(
      TABLES.map(async (table) => {
        const [row] = await session.tuples(`SELECT count(*) FROM ${table}`);
        return Number(row![0]);
      }),
    ),
  );

/** The last range that was moved and has actions. */
export const lastMoved = async ({ database }: Tiers): Promise<{ first: number; last: number }> => {
  const [row] = await database.read((session) =>
    session.all('SELECT first, last FROM cold_range WHERE entries > 0 ORDER BY first DESC LIMIT 1'),
  );
  return { first: Number(row!.first), last: Number(row!.last) };
};
