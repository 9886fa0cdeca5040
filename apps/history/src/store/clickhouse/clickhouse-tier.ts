import {
  COLD_COLUMNS,
  COLD_TABLES,
  type ColdRows,
  type ColdSums,
  type ColdTable,
  type ColdTier,
  type KeptRows,
  type RowSum,
} from '../cold/cold-tier';
import { ColdTierError, StoreUnavailableError } from '../errors';
import { bytes, int, long, type SqlValue } from '../sql/values';
import type { ClickhouseHttp } from './clickhouse-http';
import { digestSql, isPartOf, proofSql } from './statements';
import { createTables, stageOf } from './cold-tables';
import { tabSeparated } from './tab-separated';

/** Of one statement: a request ends after HISTORY_REQUEST_TIMEOUT_MS, 9 s by default. */
const READ_MS = 8_000;
/** Of one statement: merging the parts of a range of some 10^7 actions, and summing it up, takes minutes. */
const WRITE_MS = 600_000;

/**
 * Reading in the order of the key opens each part of a partition by itself, 3 ms each (measured with 400). It pays where
 * a page is full soon.
 */
const UNORDERED = ', optimize_read_in_order = 0';
/** The server ends a read after the time that a request has, and one that takes much memory. */
const LIMITED = ` SETTINGS max_execution_time = ${READ_MS / 1_000}, max_memory_usage = ${2 * 2 ** 30}`;

/** The code of the error that throwIf ends a statement with. */
const IS_UNPROVEN = /\bCode: 395\b/;

/** The cold tier in a ClickHouse database: each range is a partition. */
export class ClickhouseTier implements ColdTier {
  /** @param keeperPath of replicated tables */
  constructor(
    private readonly http: Pick<ClickhouseHttp, 'rows' | 'run' | 'send' | 'close'>,
    private readonly keeperPath?: string,
  ) {}

  async prepare(): Promise<void> {
    for (const sql of createTables(this.keeperPath)) await this.#run(sql);
  }

  async owner(): Promise<string | undefined> {
    // A database without the table belongs to none, and is left as it is.
    const [exists] = await this.tuples('EXISTS TABLE owner');
    if (int(exists?.[0]) === 0) return undefined;
    const rows = await this.tuples('SELECT DISTINCT id FROM owner');
    if (rows.length > 1)
      throw new ColdTierError(
        'several stores have begun to use the database of HISTORY_COLD_URL: each needs its own',
      );
    return rows[0] && Buffer.from(bytes(rows[0][0])).toString('latin1');
  }

  async entries(tables: readonly ColdTable[]): Promise<ReadonlyMap<number, number>> {
    const counts = new Map<number, number>();
    for (const table of tables) {
      const sql = `SELECT toUInt32(partition), sum(rows) FROM system.parts WHERE ${isPartOf(table)} GROUP BY partition`;
      for (const [range, rows] of await this.http.rows(sql, WRITE_MS))
        counts.set(int(range), (counts.get(int(range)) ?? 0) + int(rows));
    }
    return counts;
  }

  async claim(owner: string): Promise<void> {
    await this.http.send('INSERT INTO owner (id) FORMAT TabSeparated', Buffer.from(`${owner}\n`), WRITE_MS);
  }

  async stage(range: number, rows: ColdRows): Promise<void> {
    for (const table of COLD_TABLES) {
      const added = rows[table] ?? [];
      if (added.length === 0) continue;
      const sql = `INSERT INTO ${stageOf(table)} (range, ${COLD_COLUMNS[table].join(', ')}) FORMAT TabSeparated`;
      await this.http.send(sql, tabSeparated(range, added), WRITE_MS);
    }
  }

  async clearStage(tables: readonly ColdTable[]): Promise<void> {
    for (const table of tables) await this.#run(`TRUNCATE TABLE ${stageOf(table)}`);
  }

  stagedSums(tables: readonly ColdTable[], range: number): Promise<ColdSums> {
    return this.#sums(tables, range, stageOf);
  }

  async replace(tables: readonly ColdTable[], range: number): Promise<void> {
    for (const table of tables) {
      const staged = await this.#partitionsFrom(stageOf(table), range);
      if (staged.includes(range)) {
        await this.#run(`OPTIMIZE TABLE ${stageOf(table)} PARTITION ${range} FINAL`);
        await this.#run(`ALTER TABLE ${table} REPLACE PARTITION ${range} FROM ${stageOf(table)}`);
      } else {
        await this.#run(`ALTER TABLE ${table} DROP PARTITION ${range}`);
      }
    }
  }

  async removeFrom(tables: readonly ColdTable[], first: number, except: number): Promise<void> {
    for (const table of tables)
      for (const other of await this.#partitionsFrom(table, first))
        if (other !== except) await this.#run(`ALTER TABLE ${table} DROP PARTITION ${other}`);
  }

  sums(tables: readonly ColdTable[], range: number): Promise<ColdSums> {
    return this.#sums(tables, range, (table) => table);
  }

  tuples(sql: string, params: readonly SqlValue[] = [], isRare = false): Promise<SqlValue[][]> {
    const isSelect = sql.startsWith('SELECT');
    const settings = isSelect ? `${LIMITED}${isRare ? UNORDERED : ''}` : '';
    return this.http.rows(`${withNumbers(sql, params)}${settings}`, READ_MS);
  }

  /**
   * As `tuples`, of a replica that has all of these rows. It fails where some are missing: such a replica is new, or late.
   * ClickHouse takes the rows of a statement before it evaluates the proof in it, so a range that is fetched in between
   * would be proven and not read. So the proof is asked before as well: then the rows are there. In the statement it finds
   * those that were lost since.
   */
  async provenTuples(
    kept: KeptRows,
    sql: string,
    params: readonly SqlValue[],
    isRare: boolean,
  ): Promise<SqlValue[][]> {
    if (!sql.startsWith('SELECT ')) throw new RangeError('a statement that proves rows begins with SELECT');
    const proof = proofSql(kept);
    const proven = sql.replace(/^SELECT (DISTINCT )?/, `$&${proof}, `);
    try {
      await this.tuples(`SELECT ${proof}`);
      const rows = await this.tuples(proven, params, isRare);
      return rows.map(([, ...values]) => values);
    } catch (error) {
      if (!IS_UNPROVEN.test(String(error))) throw error;
      throw new StoreUnavailableError('a replica of HISTORY_COLD_URL has not got all rows that were moved', {
        cause: error,
      });
    }
  }

  /** Until a replica has done what was written at others before. */
  async follow(tables: readonly ColdTable[]): Promise<void> {
    for (const table of tables) await this.#run(`SYSTEM SYNC REPLICA ${table}`);
  }

  close(): void {
    this.http.close();
  }

  async #sums(
    tables: readonly ColdTable[],
    range: number,
    nameOf: (table: ColdTable) => string,
  ): Promise<ColdSums> {
    const sums = tables.map(
      async (table) => [table, await this.#sum(range, nameOf(table), COLD_COLUMNS[table])] as const,
    );
    return new Map(await Promise.all(sums));
  }

  async #sum(range: number, table: string, columns: readonly string[]): Promise<RowSum> {
    const sql = `SELECT count(*), ${digestSql(columns)} FROM ${table} WHERE range = ${range}`;
    const [row] = await this.http.rows(sql, WRITE_MS);
    return { count: int(row?.[0]), digest: long(row?.[1]) };
  }

  /** Partitions of a table from a range on. */
  async #partitionsFrom(table: string, range: number): Promise<number[]> {
    const sql = `SELECT DISTINCT toUInt32(partition) FROM system.parts WHERE ${isPartOf(table)}`;
    const partitions = (await this.http.rows(sql, WRITE_MS)).map(([number]) => int(number));
    return partitions.filter((number) => number >= range);
  }

  #run(sql: string): Promise<void> {
    return this.http.run(sql, WRITE_MS);
  }
}

/** A statement with its parameters in the place of the question marks. */
function withNumbers(sql: string, params: readonly SqlValue[]): string {
  const [first = '', ...rest] = sql.split('?');
  if (rest.length !== params.length)
    throw new RangeError(`the statement has ${rest.length} places, and ${params.length} parameters`);
  return rest.reduce((text, part, index) => `${text}${numberOf(params[index])}${part}`, first);
}

function numberOf(value: SqlValue | undefined): string {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  throw new TypeError('a statement of the cold tier has numbers as parameters only');
}
