import path from 'node:path';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { ClickhouseHttp } from '../../../apps/history/src/store/clickhouse/clickhouse-http';
import { COLD_TABLES, type ColdTable, type ColdTier } from '../../../apps/history/src/store/cold/cold-tier';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import { type ColdLimits, ColdMover } from '../../../apps/history/src/store/sql/tiers/cold-mover';
import { TieredDatabase } from '../../../apps/history/src/store/sql/tiers/tiered-database';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { SqliteReaders } from '../../../apps/history/src/store/sqlite/sqlite-readers';
import { CHAIN_ID } from '../../../apps/history/src/store/testing/pools';
import { CrashingDatabase } from '../store/crashing-database';
import { SMALL, tierAt } from './tiered-stores';

/** A store in SQLite whose old rows a spec moves into a cold tier. */
export interface Tiers {
  readonly database: CrashingDatabase;
  readonly writer: SqlHistoryWriter;
  readonly reader: SqlHistoryReader;
  readonly mover: (tier?: ColdTier, limits?: ColdLimits) => ColdMover;
  readonly url: string;
  readonly tier: ColdTier;
  readonly migrate: () => void;
}

/** Stores in a folder, each with a cold tier. */
export class MovingStores {
  readonly #opened: Tiers[] = [];
  #count = 0;

  constructor(private readonly folder: string) {}

  /** A store with irreversible blocks, none of which was moved. */
  async fill(blocks: readonly BlockWrites[], url: string): Promise<Tiers> {
    const file = path.join(this.folder, `${this.#count++}.db`);
    const sqlite = new SqliteDatabase(file, { isReadOnly: false, cacheMiB: 8 });
    const database = new CrashingDatabase(sqlite);
    const tier = tierAt(url);
    const writer = new SqlHistoryWriter(database);
    const reader = new SqlHistoryReader(new TieredDatabase(new SqliteReaders(file, 2), tier));
    const mover = (at = tier, limits = SMALL): ColdMover => new ColdMover(database, at, limits);
    const tiers = { database, writer, reader, mover, url, tier, migrate: () => sqlite.prepareTables() };
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
    COLD_TABLES.map(async (table) => {
      const [row] = await new ClickhouseHttp(url).rows(`SELECT count(*) FROM ${table}`, 10_000);
      return Number(row![0]);
    }),
  );
/** Where the store itself has the rows of a table that it has an index in the place of. */
const SOURCES: Readonly<Partial<Record<ColdTable, string>>> = {
  trx_id: 'trx',
  delta_row: 'delta',
  delta_scope: 'delta',
  delta_payer: 'delta',
  delta_removed: 'delta WHERE present = 0',
};
/** The same in the store itself. */
export const hotRowsOf = ({ database }: Tiers): Promise<number[]> =>
  database.read((session) =>
    Promise.all(
      COLD_TABLES.map(async (table) => {
        const [row] = await session.tuples(`SELECT count(*) FROM ${SOURCES[table] ?? table}`);
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
