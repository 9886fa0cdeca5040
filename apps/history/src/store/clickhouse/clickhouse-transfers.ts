import type { RowSum } from '../cold/cold-tier';
import { areEqual } from '../cold/row-sums';
import {
  TRANSFER_COLUMNS,
  type TransferRange,
  type TransferTier,
  type TransferValues,
} from '../cold/transfer-tier';
import { ColdTierError } from '../errors';
import { int, long } from '../sql/values';
import type { ClickhouseHttp } from './clickhouse-http';
import { digestSql, isPartOf } from './statements';
import { tabSeparated } from './tab-separated';
import { CREATE_TRANSFER_TABLES, TRANSFER, TRANSFER_RANGE, TRANSFER_STAGE } from './transfer-tables';

/** Of one statement: merging the parts of a range, and summing it up, takes minutes. */
const STATEMENT_MS = 600_000;
const RANGE_COLUMNS = 'range, first, last, transfers, source_rows, source_digest';

/** Decoded transfers beside the cold tier, in the same ClickHouse database: each range is a partition. */
export class ClickhouseTransfers implements TransferTier {
  constructor(private readonly http: ClickhouseHttp) {}

  async prepare(): Promise<void> {
    for (const sql of CREATE_TRANSFER_TABLES) await this.#run(sql);
  }

  async ranges(): Promise<TransferRange[]> {
    const rows = await this.#rows(
      `SELECT toUInt32(partition), sum(rows) FROM system.parts WHERE ${isPartOf(TRANSFER)} GROUP BY partition`,
    );
    const counts = new Map(rows.map(([range, count]) => [int(range), int(count)]));
    const marks = await this.#rows(`SELECT ${RANGE_COLUMNS} FROM ${TRANSFER_RANGE}`);
    return marks
      .filter(([range, , , transfers]) => (counts.get(int(range)) ?? 0) === int(transfers))
      .map(([, first, last, , count, digest]) => ({
        first: int(first),
        last: int(last),
        source: { count: int(count), digest: long(digest) },
      }));
  }

  async keepOnly(firsts: readonly number[]): Promise<void> {
    const kept = new Set(firsts);
    for (const table of [TRANSFER_RANGE, TRANSFER])
      for (const range of await this.#partitions(table))
        if (!kept.has(range)) await this.#run(`ALTER TABLE ${table} DROP PARTITION ${range}`);
  }

  clearStage(): Promise<void> {
    return this.#run(`TRUNCATE TABLE ${TRANSFER_STAGE}`);
  }

  async stage(first: number, rows: readonly TransferValues[]): Promise<void> {
    if (rows.length === 0) return;
    const sql = `INSERT INTO ${TRANSFER_STAGE} (range, ${TRANSFER_COLUMNS.join(', ')}) FORMAT TabSeparated`;
    await this.http.send(sql, tabSeparated(first, rows), STATEMENT_MS);
  }

  async replace({ first, last, source }: TransferRange, staged: RowSum): Promise<void> {
    // SQL does not take the range for complete while it is replaced.
    await this.#run(`ALTER TABLE ${TRANSFER_RANGE} DROP PARTITION ${first}`);
    await this.#requireSum(TRANSFER_STAGE, first, staged);
    if (staged.count > 0) {
      await this.#run(`OPTIMIZE TABLE ${TRANSFER_STAGE} PARTITION ${first} FINAL`);
      await this.#run(`ALTER TABLE ${TRANSFER} REPLACE PARTITION ${first} FROM ${TRANSFER_STAGE}`);
    } else {
      await this.#run(`ALTER TABLE ${TRANSFER} DROP PARTITION ${first}`);
    }
    await this.#requireSum(TRANSFER, first, staged);
    const mark = [[first, last, staged.count, source.count, source.digest]];
    const sql = `INSERT INTO ${TRANSFER_RANGE} (${RANGE_COLUMNS}) FORMAT TabSeparated`;
    await this.http.send(sql, tabSeparated(first, mark), STATEMENT_MS);
    await this.clearStage();
  }

  close(): void {
    this.http.close();
  }

  async #requireSum(table: string, first: number, wanted: RowSum): Promise<void> {
    const [row] = await this.#rows(
      `SELECT count(*), ${digestSql(TRANSFER_COLUMNS)} FROM ${table} WHERE range = ${first}`,
    );
    const found = { count: int(row?.[0]), digest: long(row?.[1]) };
    if (!areEqual(found, wanted))
      throw new ColdTierError(
        `the table ${table} has other transfers of the range from block ${first} than were sent: ${found.count} of ${wanted.count}`,
      );
  }

  async #partitions(table: string): Promise<number[]> {
    const sql = `SELECT DISTINCT toUInt32(partition) FROM system.parts WHERE ${isPartOf(table)}`;
    return (await this.#rows(sql)).map(([range]) => int(range));
  }

  #rows(sql: string) {
    return this.http.rows(sql, STATEMENT_MS);
  }

  #run(sql: string): Promise<void> {
    return this.http.run(sql, STATEMENT_MS);
  }
}
