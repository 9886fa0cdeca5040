import { DURABLE } from './cold-tables';

export const TRANSFER = 'transfer';
export const TRANSFER_STAGE = 'transfer_stage';
export const TRANSFER_RANGE = 'transfer_range';

/** The digits of an amount, at least one before its decimals: `leftPad` cuts a text that is longer. */
const DIGITS = `leftPad(toString(abs(amount)), greatest(precision + 1, length(toString(abs(amount)))), '0')`;
/**
 * The amount as nodes write it, made of the digits of the integer: nothing is divided. `amount` has 128 bits, as sums of
 * a type of 64 bits overflow without an error.
 */
const QUANTITY = `concat(if(amount < 0, '-', ''), substring(${DIGITS}, 1, length(${DIGITS}) - precision), if(precision = 0, '', concat('.', right(${DIGITS}, precision))), ' ', symbol)`;

/** Of one token the rows follow each other in the order of the chain. Accounts are found by the indexes. */
const COLUMNS = [
  'range UInt32 CODEC(ZSTD)',
  'block UInt32 CODEC(Delta, ZSTD)',
  `time DateTime64(3, 'UTC') CODEC(Delta, ZSTD)`,
  'transaction_id String CODEC(ZSTD)',
  'global_sequence UInt64 CODEC(Delta, ZSTD)',
  'contract String CODEC(ZSTD)',
  'from_account String CODEC(ZSTD)',
  'to_account String CODEC(ZSTD)',
  'amount Int128 CODEC(ZSTD)',
  'precision UInt8 CODEC(ZSTD)',
  'symbol String CODEC(ZSTD)',
  'memo String CODEC(ZSTD)',
  `quantity String ALIAS ${QUANTITY}`,
  'INDEX by_from from_account TYPE bloom_filter GRANULARITY 1',
  'INDEX by_to to_account TYPE bloom_filter GRANULARITY 1',
  'INDEX by_block block TYPE minmax GRANULARITY 1',
].join(', ');

const createTransfers = (name: string): string =>
  `CREATE TABLE IF NOT EXISTS ${name} (${COLUMNS}) ENGINE = MergeTree PARTITION BY range ORDER BY (contract, symbol, global_sequence) SETTINGS ${DURABLE}`;

/** Statements that make the tables for SQL. */
export const CREATE_TRANSFER_TABLES: readonly string[] = [
  createTransfers(TRANSFER),
  createTransfers(TRANSFER_STAGE),
  `CREATE TABLE IF NOT EXISTS ${TRANSFER_RANGE} (range UInt32, first UInt32, last UInt32, transfers UInt64, source_rows UInt64, source_digest UInt64) ENGINE = MergeTree PARTITION BY range ORDER BY first SETTINGS ${DURABLE}`,
];
