import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import type { ColdTier } from '../../../apps/history/src/store/cold/cold-tier';
import { openColdTier } from '../../../apps/history/src/store/cold/open-cold-tier';
import type { HistoryReader } from '../../../apps/history/src/store/port';
import { PostgresDatabase } from '../../../apps/history/src/store/postgres/postgres-database';
import type { SqlDatabase } from '../../../apps/history/src/store/sql/session';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqlHistoryWriter } from '../../../apps/history/src/store/sql/sql-writer';
import { type ColdLimits, ColdMover } from '../../../apps/history/src/store/sql/tiers/cold-mover';
import { TieredDatabase } from '../../../apps/history/src/store/sql/tiers/tiered-database';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { SqliteReaders } from '../../../apps/history/src/store/sqlite/sqlite-readers';
import { answerText } from '../../harness/history/query-battery';
import { storedHistory } from '../../harness/history/stored-history';
import { CrashingDatabase } from '../store/crashing-database';
import { storeOf, type TestStore, TRADE_LAYOUT } from '../store/stores';

/** Small ones: a border of the tiers, and of ranges, is in most answers. */
export const SMALL: ColdLimits = { hotBlocks: 3, rangeBlocks: 4 };

/** A search of two processes may take longer than its half a second on a busy machine. */
export const UNHURRIED = { limits: { maxMs: 60_000 } };

/** The stored history, and each of its transactions by its id, as text: equal texts are equal histories. */
export async function historyText(reader: HistoryReader): Promise<string> {
  const history = await storedHistory(reader);
  const byId: unknown[] = [];
  for (const { transactions } of history.blocks)
    for (const { id } of transactions) byId.push(await reader.transaction(id));
  return answerText({ history, byId });
}

export const tierAt = (url: string): ColdTier => openColdTier(url)!;

/** Moves all closed ranges after each append. */
class MovingWriter extends SqlHistoryWriter {
  readonly #mover: ColdMover;

  constructor(database: SqlDatabase, mover: ColdMover) {
    super(database, undefined, TRADE_LAYOUT);
    this.#mover = mover;
  }

  override async append(blocks: readonly BlockWrites[], irreversibleNum: number): Promise<void> {
    await super.append(blocks, irreversibleNum);
    await moveAll(this.#mover);
  }
}

/** Number of steps. */
export async function moveAll(mover: ColdMover): Promise<number> {
  let steps = 0;
  while ((await mover.step()) !== undefined) steps++;
  return steps;
}

function writerOf(database: SqlDatabase, tier: ColdTier): Pick<TestStore, 'writer' | 'crashes'> {
  const crashes = new CrashingDatabase(database);
  return { writer: new MovingWriter(crashes, new ColdMover(crashes, tier, SMALL)), crashes };
}

export const tieredSqlite = (file: string, coldUrl: string): Promise<TestStore> =>
  storeOf('SQLite', () => {
    const database = new SqliteDatabase(file, { isReadOnly: false, cacheMiB: 8 });
    const reads = new TieredDatabase(new SqliteReaders(file, 2), tierAt(coldUrl));
    const reader = new SqlHistoryReader(reads, UNHURRIED);
    return Promise.resolve({ ...writerOf(database, tierAt(coldUrl)), reader });
  });

export const tieredPostgres = (url: string, coldUrl: string): Promise<TestStore> =>
  storeOf('PostgreSQL', async () => {
    const database = await PostgresDatabase.at(url, { isWriter: true });
    await database.prepare();
    const reads = await PostgresDatabase.at(url, { connections: 2 });
    return {
      ...writerOf(database, tierAt(coldUrl)),
      reader: new SqlHistoryReader(new TieredDatabase(reads, tierAt(coldUrl)), UNHURRIED),
    };
  });
