import { COLD_TABLES, type ColdTable } from '../cold/cold-tier';

/**
 * `seq` and `trx` grow slowly, so their differences compress well; ids and signatures are random. The rows of a range are
 * one partition. Payloads, transactions and changed rows are found one by one: small granules, as each is read whole.
 */
const COLUMNS: Readonly<Record<ColdTable, string>> = {
  action:
    'range UInt32 CODEC(ZSTD), seq UInt64 CODEC(Delta, ZSTD), trx UInt64 CODEC(Delta, ZSTD), type UInt32 CODEC(ZSTD), payload String CODEC(ZSTD(3)), INDEX by_type type TYPE set(64) GRANULARITY 4',
  action_account:
    'range UInt32 CODEC(ZSTD), account UInt32 CODEC(ZSTD), seq UInt64 CODEC(Delta, ZSTD), type UInt32 CODEC(ZSTD)',
  action_field:
    'range UInt32 CODEC(ZSTD), field UInt8 CODEC(ZSTD), value UInt32 CODEC(ZSTD), seq UInt64 CODEC(Delta, ZSTD)',
  // `last_seq` of a transaction without actions is -1.
  trx: 'range UInt32 CODEC(ZSTD), seq UInt64 CODEC(Delta, ZSTD), id String CODEC(NONE), first_seq Int64 CODEC(Delta, ZSTD), last_seq Int64 CODEC(Delta, ZSTD), status UInt8 CODEC(ZSTD), cpu UInt32 CODEC(ZSTD), net UInt32 CODEC(ZSTD), header String CODEC(ZSTD(3)), signatures String CODEC(ZSTD)',
  trx_id: 'range UInt32 CODEC(ZSTD), id_prefix UInt64 CODEC(Delta, ZSTD), seq UInt64 CODEC(ZSTD)',
  delta:
    'range UInt32 CODEC(ZSTD), seq UInt64 CODEC(Delta, ZSTD), tbl UInt32 CODEC(ZSTD), scope UInt32 CODEC(ZSTD), pk Int64 CODEC(ZSTD), payer UInt32 CODEC(ZSTD), present UInt8 CODEC(ZSTD), value String CODEC(ZSTD(3)), INDEX by_tbl tbl TYPE set(64) GRANULARITY 4',
  delta_row:
    'range UInt32 CODEC(ZSTD), pk Int64 CODEC(Delta, ZSTD), tbl UInt32 CODEC(ZSTD), scope UInt32 CODEC(ZSTD), seq UInt64 CODEC(Delta, ZSTD)',
  delta_scope:
    'range UInt32 CODEC(ZSTD), tbl UInt32 CODEC(ZSTD), scope UInt32 CODEC(ZSTD), seq UInt64 CODEC(Delta, ZSTD)',
  delta_payer: 'range UInt32 CODEC(ZSTD), payer UInt32 CODEC(ZSTD), seq UInt64 CODEC(Delta, ZSTD)',
  delta_removed:
    'range UInt32 CODEC(ZSTD), tbl UInt32 CODEC(ZSTD), scope UInt32 CODEC(ZSTD), pk Int64 CODEC(ZSTD), seq UInt64 CODEC(Delta, ZSTD)',
};
const ORDER: Readonly<Record<ColdTable, string>> = {
  action: 'seq',
  action_account: 'account, seq',
  action_field: 'field, value, seq',
  trx: 'seq',
  trx_id: 'id_prefix, seq',
  delta: 'seq',
  delta_row: 'pk, tbl, scope, seq',
  delta_scope: 'tbl, scope, seq',
  delta_payer: 'payer, seq',
  delta_removed: 'tbl, scope, seq',
};
const GRANULARITY: Readonly<Record<ColdTable, number>> = {
  action: 1024,
  action_account: 8192,
  action_field: 8192,
  trx: 1024,
  trx_id: 1024,
  delta: 1024,
  delta_row: 1024,
  delta_scope: 8192,
  delta_payer: 8192,
  delta_removed: 8192,
};

/** Rows are on the disk of ClickHouse before the store deletes its own: by default the system writes them when it likes. */
export const DURABLE =
  'fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, min_compressed_bytes_to_fsync_after_merge = 1';

export const stageOf = (table: ColdTable): string => `${table}_stage`;

/** A replica writes what it fetches from another one through to its disk, too. */
const DURABLE_FETCHES = ', min_compressed_bytes_to_fsync_after_fetch = 1';

const createTable = (table: ColdTable, name: string, engine: string, durable: string): string =>
  `CREATE TABLE IF NOT EXISTS ${name} (${COLUMNS[table]}) ENGINE = ${engine} PARTITION BY range ORDER BY (${ORDER[table]}) SETTINGS index_granularity = ${GRANULARITY[table]}, ${durable}`;

/**
 * Statements that make the tables of a cold tier.
 * @param keeperPath of replicated tables. A range is staged at one replica: those of the others fetch it when it is complete.
 */
export function createTables(keeperPath: string | undefined): readonly string[] {
  const engineOf = (table: string): string =>
    keeperPath === undefined ? 'MergeTree' : `ReplicatedMergeTree('${keeperPath}/${table}', '{replica}')`;
  const durable = keeperPath === undefined ? DURABLE : `${DURABLE}${DURABLE_FETCHES}`;
  return [
    ...COLD_TABLES.flatMap((table) => [
      createTable(table, table, engineOf(table), durable),
      createTable(table, stageOf(table), 'MergeTree', DURABLE),
    ]),
    `CREATE TABLE IF NOT EXISTS owner (id String) ENGINE = ${engineOf('owner')} ORDER BY id SETTINGS ${durable}`,
  ];
}
