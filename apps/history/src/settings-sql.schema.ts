import { integerRow, settingRow } from '@app/program';
import { urls } from './settings-urls';
import { CLICKHOUSE_PROTOCOLS } from './store/clickhouse/protocols';

/** SQL on the cold tier. */
export const SQL_SETTINGS = {
  urls: settingRow(
    'HISTORY_SQL_URL',
    urls(CLICKHOUSE_PROTOCOLS).default([]),
    'the URL of a database of HISTORY_COLD_URL with a user that may read the tables transfer and transfer_range and nothing else, one for each chain, separated by commas: the process that writes makes these tables, and npm run sql asks them; unset: there are none',
    'clickhouse://reader:password@127.0.0.1:8123/history',
    true,
  ),
  limits: {
    timeoutMs: integerRow(
      'HISTORY_SQL_TIMEOUT_MS',
      [1000, 3_600_000],
      30_000,
      'milliseconds of a statement of npm run sql, in whole seconds; then ClickHouse ends it',
    ),
    memoryMiB: integerRow(
      'HISTORY_SQL_MEMORY_MIB',
      [64, 1_048_576],
      1024,
      'MiB that ClickHouse may use for a statement of npm run sql',
    ),
    readRows: integerRow(
      'HISTORY_SQL_READ_ROWS',
      [1000, 1_000_000_000_000],
      1_000_000_000,
      'rows that ClickHouse may read for a statement of npm run sql',
    ),
  },
};
