import { StartupError } from '@app/program';
import { ClickhouseHttp } from '../store/clickhouse/clickhouse-http';
import { TRANSFER_RANGE } from '../store/clickhouse/transfer-tables';
import { ReaderRightsError, requireReader } from './reader-rights';

/** Limits of a statement, which ClickHouse keeps. */
export interface SqlLimits {
  readonly timeoutMs: number;
  readonly memoryMiB: number;
  readonly readRows: number;
}

const BYTES_PER_MIB = 2 ** 20;
const MS_PER_SECOND = 1000;
const MAX_RESULT_ROWS = 1_000_000;
/** Of the rows in ClickHouse, where a constant counts once, and of their text. */
const MAX_RESULT_MIB = 64;
/** Of a sort that does not fit into memory. */
const MAX_DISK_MIB = 1024;
/** The answers of the history node need the others. */
const THREADS = 2;
/** Beyond the time that ClickHouse has: for the answer. */
const ANSWER_MS = 5_000;
/** A log of the statements of all users. The server keeps it from users without a right to it unless it is set up otherwise. */
const FOREIGN_TABLE = 'system.query_log';
/** Source: ClickHouse, ErrorCodes: UNKNOWN_TABLE, ACCESS_DENIED. */
const IS_KEPT = /Code: (?:60|497)\. /;

/**
 * Settings of a statement. `readonly`: it changes nothing, also no setting, and uses no table function that reaches
 * beyond the database. A limit that is reached is an error, and never a shorter answer.
 */
export const settingsOf = ({
  timeoutMs,
  memoryMiB,
  readRows,
}: SqlLimits): Readonly<Record<string, string>> => ({
  readonly: '1',
  max_execution_time: String(Math.ceil(timeoutMs / MS_PER_SECOND)),
  timeout_overflow_mode: 'throw',
  max_memory_usage: String(memoryMiB * BYTES_PER_MIB),
  max_rows_to_read: String(readRows),
  read_overflow_mode: 'throw',
  max_result_rows: String(MAX_RESULT_ROWS),
  max_result_bytes: String(MAX_RESULT_MIB * BYTES_PER_MIB),
  result_overflow_mode: 'throw',
  max_temporary_data_on_disk_size_for_query: String(MAX_DISK_MIB * BYTES_PER_MIB),
  max_threads: String(THREADS),
  output_format_json_quote_64bit_integers: '1',
  cancel_http_readonly_queries_on_client_close: '1',
});

/** Blocks, both ends inclusive. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** Statements of an operator, with the rights of a user that reads the tables for SQL alone. */
export class SqlReader {
  readonly #http: ClickhouseHttp;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #database: string;

  constructor(
    url: string,
    private readonly limits: SqlLimits,
  ) {
    this.#http = new ClickhouseHttp(url);
    this.#settings = settingsOf(limits);
    this.#database = this.#http.database;
  }

  /** Throws ReaderRightsError unless ClickHouse gives the user no other rights, and keeps the statements of others from it. */
  async requireRights(): Promise<void> {
    requireReader(await this.#lines('SHOW GRANTS'), this.#database);
    const refusal = await this.#lines(`SELECT 1 FROM ${FOREIGN_TABLE} LIMIT 0`).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (refusal === undefined)
      throw new ReaderRightsError(
        `HISTORY_SQL_URL: its user may read ${FOREIGN_TABLE}, which has the statements of all users: set access_control_improvements.select_from_system_db_requires_grant of the server to true`,
      );
    if (!IS_KEPT.test(String(refusal))) throw refusal;
  }

  /** The blocks whose transfers are there. */
  async coverage(): Promise<BlockRange[]> {
    const lines = await this.#lines(`SELECT first, last FROM ${TRANSFER_RANGE} ORDER BY first`);
    const ranges: BlockRange[] = [];
    for (const [from = 0, to = 0] of lines.map((line) => line.split('\t').map(Number))) {
      const before = ranges.at(-1);
      if (before !== undefined && before.to + 1 === from) ranges.splice(-1, 1, { from: before.from, to });
      else ranges.push({ from, to });
    }
    return ranges;
  }

  /**
   * The answer to a statement.
   * @param format of ClickHouse, for a statement without FORMAT
   * @throws StoreUnavailableError also when ClickHouse refuses the statement, with its words
   */
  ask(sql: string, format: string): Promise<Buffer> {
    if (sql.trim() === '') throw new StartupError('The statement is empty.');
    const limits = { timeoutMs: this.limits.timeoutMs + ANSWER_MS, maxBytes: MAX_RESULT_MIB * BYTES_PER_MIB };
    return this.#http.ask(sql, { ...this.#settings, default_format: format }, limits);
  }

  close(): void {
    this.#http.close();
  }

  async #lines(sql: string): Promise<string[]> {
    const text = (await this.ask(sql, 'TabSeparatedRaw')).toString();
    return text.split('\n').filter((line) => line !== '');
  }
}
