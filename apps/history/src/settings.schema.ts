import {
  hostSchema,
  integerRow,
  integerSetting,
  isAddressOrRange,
  isTrueSchema,
  listSetting,
  LOG_ROWS,
  rowsOf,
  settingRow,
} from '@app/program';
import { z } from 'zod';
import { ARCHIVE_SETTINGS } from './settings-archives.schema';
import { SQL_SETTINGS } from './settings-sql.schema';
import { isFolderUrl, isUrl, replicaUrls, urls, urlsIn, WEB } from './settings-urls';
import { TRADE_COLUMNS, writtenLayout } from './derive/trade-columns';
import { CLICKHOUSE_PROTOCOLS } from './store/clickhouse/protocols';
import { POSTGRES_PROTOCOLS } from './store/postgres/protocols';
import { DEFAULT_DATABASE_LIMITS } from './store/postgres/database-limits';

/** State-history servers, and files of nodes, of each chain: a comma separates chains, a bar servers of the same one. */
const servers = z
  .string()
  .transform((text) => text.split(',').map((chain) => urlsIn(chain, '|')))
  .refine((chains) => chains.flat().every((url) => isFolderUrl(url) || isUrl(url, ['ws:', 'wss:'])));

/** Parts of the work that one process does. */
export const HISTORY_ROLES = ['all', 'index', 'serve'] as const;
export type HistoryRole = (typeof HISTORY_ROLES)[number];

const CHAIN_ID = /^[0-9a-f]{64}$/;
const NAME = /^[a-z][a-z0-9-]{0,31}$/;

const DEFAULT_READ_THREADS = 2;
/** Source: RFC 1918, RFC 4193, and RFC 6598, whose range clusters use for pods. */
const PRIVATE_RANGES = '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,fc00::/7';

/** Every setting of the history node, by the name of its value. */
export const HISTORY_SETTINGS = {
  shipUrls: settingRow(
    'HISTORY_SHIP_URL',
    servers.default([]),
    'the ws:// URL of a state-history websocket, or the file:/// URL of the data directory of a node, whose files are read without the node, or several of the same chain, separated by |, of which the next one is used when one fails or has no more; more than one, separated by commas, are chains of their own; required unless HISTORY_ROLE is serve, which does not use it',
    'ws://127.0.0.1:8988',
  ),
  role: settingRow(
    'HISTORY_ROLE',
    z.enum(HISTORY_ROLES).default('all'),
    'all; or, with HISTORY_DATABASE_URL, index: follows the nodes and writes, and serves the management port alone; or serve: answers from the databases that another process writes; default all',
    'serve',
  ),
  archives: ARCHIVE_SETTINGS,
  chainUrls: settingRow(
    'HISTORY_CHAIN_URL',
    urls(WEB).default([]),
    'the http:// or https:// URL of an API of the same node, one for each chain; unset: no account bodies, and health without the node',
    'http://127.0.0.1:8888',
  ),
  names: settingRow(
    'HISTORY_NAME',
    z
      .string()
      .transform((text) => text.split(',').map((name) => name.trim()))
      .refine((names) => names.every((name) => NAME.test(name)) && new Set(names).size === names.length)
      .default(['chain']),
    'a name for each chain, of a-z, 0-9 and -, separated by commas: names files and log lines; default chain',
    'mainnet',
  ),
  chainIds: settingRow(
    'HISTORY_CHAIN_ID',
    listSetting((text) => CHAIN_ID.test(text)),
    'the chain id to expect, 64 digits of lower-case hex, one for each chain; unset: that of the first node, and later that of the store',
    'aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906',
  ),
  follow: {
    firstBlock: settingRow(
      'HISTORY_FIRST_BLOCK',
      integerSetting(-0xffff_ffff, 0xffff_ffff)
        .refine((block) => block !== 0)
        .optional(),
      'the first block of an empty store, or, negative, its distance from the head of the node (-7200: the last hour); the state of before is not known then; unset: the first one of the node',
      '-7200',
    ),
    irreversibleOnly: settingRow(
      'HISTORY_FOLLOW',
      z
        .enum(['head', 'irreversible'])
        .default('head')
        .transform((blocks) => blocks === 'irreversible'),
      'head, or irreversible: blocks appear when they are final; default head',
      'head',
    ),
    allowsRewinds: settingRow(
      'HISTORY_ALLOW_REWINDS',
      isTrueSchema,
      'true or false: whether the store is emptied and read again when the chain was taken back below its irreversible block, as development chains are; refused with NODE_ENV=production and with HISTORY_CHAIN_ID; default false',
      'true',
    ),
    keepBlocks: settingRow(
      'HISTORY_KEEP_BLOCKS',
      integerSetting(1000, 0xffff_ffff).optional(),
      'the number of blocks whose history is kept, 1000 to 4294967295; the current state is kept in any case; unset: all',
      '345600',
    ),
    keepDays: settingRow(
      'HISTORY_KEEP_DAYS',
      integerSetting(1, 36_500).optional(),
      'the number of days before the last block whose history is kept, 1 to 36500; with HISTORY_KEEP_BLOCKS the shorter one counts; unset: all',
      '90',
    ),
  },
  /** Text of the layout of the trades of the exchange; undefined: no candles. */
  trades: settingRow(
    'HISTORY_TRADES',
    z
      .string()
      .refine((text) => writtenLayout(text) !== undefined)
      .optional(),
    `the table in which an exchange keeps its trades, from which candles are made: code/scope/table:column,column,... with the columns of its rows in their order, up to the last one that is read: ${TRADE_COLUMNS.join(', ')} (texts of the pair, of the price and of the milliseconds since 1970, assets of the amounts), and the types of the others; for all chains; another value begins new candles; unset: no candles`,
    'dex/dex/history2:uint64,pair,name,name,price,base,quote,time_ms',
  ),
  maxMessageMiB: integerRow(
    'HISTORY_MAX_MESSAGE_MIB',
    [1, 2047],
    1024,
    'MiB of the largest state-history message that is held in memory; the first state of a node may be larger',
  ),
  credits: integerRow(
    'HISTORY_CREDITS',
    [2, 10_000],
    100,
    'state-history messages that may wait in this process: they bound its memory',
  ),
  streamBuffer: integerRow(
    'HISTORY_STREAM_BUFFER',
    [10, 100_000],
    1000,
    'messages that a client of the stream may leave unread; with more it is disconnected, and told why',
  ),
  backfillSessions: integerRow(
    'HISTORY_BACKFILL_SESSIONS',
    [1, 16],
    1,
    'sessions that fill a new store up to the last irreversible block, each a range of blocks; measure before using more than 1, which SQLite gains nothing from',
  ),
  readThreads: settingRow(
    'HISTORY_READ_THREADS',
    integerSetting(0, 64)
      .refine((threads) => threads !== 1)
      .default(DEFAULT_READ_THREADS),
    `threads that answer requests, 2 to 64: half of them pages of an index, the others searches, so that no page waits for a search; each takes up to 300 MB; 0: all requests are answered on the thread of health and streams, without HISTORY_REQUEST_TIMEOUT_MS and HISTORY_CLIENT_BUDGET_MS; default ${DEFAULT_READ_THREADS}`,
    '4',
  ),
  /** From the arrival of a request to its answer. */
  requestMs: integerRow(
    'HISTORY_REQUEST_TIMEOUT_MS',
    [100, 600_000],
    9_000,
    'milliseconds from the arrival of a request to its answer; then it is answered 503, and a thread that hangs in it is replaced; more than HISTORY_DATABASE_READ_TIMEOUT_MS, and less than NODE_TIMEOUT_HISTORY_MS of a gateway that asks',
  ),
  clientLimits: {
    budgetMs: integerRow(
      'HISTORY_CLIENT_BUDGET_MS',
      [0, 3_600_000],
      15_000,
      'milliseconds of work that one client address (of IPv6: its /64 network) may ask for in a minute; then it is answered 429 with the seconds to wait; 0: no limit',
    ),
    trustedProxies: settingRow(
      'HISTORY_TRUSTED_PROXIES',
      listSetting(isAddressOrRange),
      'a comma-separated list of addresses and CIDR ranges of proxies in front of the history node, whose X-Forwarded-For names the client; default none',
      '10.0.0.0/8,fd00::/8',
    ),
    unlimited: settingRow(
      'HISTORY_UNLIMITED_CLIENTS',
      z
        .string()
        .default(PRIVATE_RANGES)
        .transform((text) => (text === 'none' ? [] : text.split(',').map((part) => part.trim())))
        .refine((ranges) => ranges.every(isAddressOrRange)),
      `none, or a comma-separated list of addresses and CIDR ranges of clients without HISTORY_CLIENT_BUDGET_MS, gateways as a rule: they limit their own clients; default the private ranges ${PRIVATE_RANGES}`,
      '10.1.2.3',
    ),
  },
  host: settingRow(
    'HISTORY_HOST',
    hostSchema.default('127.0.0.1'),
    'an address or host name to listen on; default 127.0.0.1',
    '0.0.0.0',
  ),
  port: integerRow(
    'HISTORY_PORT',
    [0, 65_535],
    7000,
    'a TCP port (0 picks a free one); further chains use the next ones',
  ),
  managementHost: settingRow(
    'HISTORY_MANAGEMENT_HOST',
    hostSchema.default('127.0.0.1'),
    'an address or host name to listen on for metrics and readiness; default 127.0.0.1',
    '0.0.0.0',
  ),
  managementAllowedHosts: settingRow(
    'HISTORY_MANAGEMENT_ALLOWED_HOSTS',
    listSetting((text) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(text)),
    'a comma-separated list of host names in lower case by which clients reach the management port; IP addresses, localhost and HISTORY_MANAGEMENT_HOST need not be listed; default none',
    'history.monitoring.svc',
  ),
  managementPort: settingRow(
    'HISTORY_MANAGEMENT_PORT',
    integerSetting(0, 65_535).optional(),
    'a TCP port (0 picks a free one), 0 to 65535; default HISTORY_PORT + 90, and 0 where that is 0',
    '7090',
  ),
  /** Undefined: the history is kept in memory. */
  stateDir: settingRow(
    'HISTORY_STATE_DIR',
    z.string().optional(),
    'the folder of the SQLite files; unset: in memory, read again from the node at each start',
    './.history',
  ),
  sqliteCacheMiB: integerRow(
    'HISTORY_SQLITE_CACHE_MIB',
    [1, 65_536],
    64,
    'MiB of a SQLite file that its writer keeps in memory, for each chain; its reader keeps a quarter of that',
  ),
  databaseUrls: settingRow(
    'HISTORY_DATABASE_URL',
    urls(POSTGRES_PROTOCOLS).default([]),
    'the postgres:// URL of a PostgreSQL database for the history, one for each chain, separated by commas; unset: SQLite files',
    'postgres://history:password@127.0.0.1:5432/history',
    true,
  ),
  coldUrls: settingRow(
    'HISTORY_COLD_URL',
    replicaUrls(CLICKHOUSE_PROTOCOLS).default([]),
    'the clickhouse:// URL (with TLS: clickhouses://) of the HTTP interface of a ClickHouse database for the actions, transactions and changed rows of old blocks, or those of its replicas, separated by |, whose tables are then replicated; one for each chain, separated by commas, of which each has one store; the same in all processes of a store, which does not work without it again; refused with HISTORY_KEEP_BLOCKS and HISTORY_KEEP_DAYS; unset: all of them stay in the store',
    'clickhouse://history:password@127.0.0.1:8123/history',
    true,
  ),
  cold: {
    hotBlocks: integerRow(
      'HISTORY_HOT_BLOCKS',
      [1000, 0xffff_ffff],
      1_209_600,
      'irreversible blocks whose actions, transactions and changed rows stay in the store beside HISTORY_COLD_URL',
    ),
    rangeBlocks: integerRow(
      'HISTORY_COLD_RANGE_BLOCKS',
      [1000, 10_000_000],
      1_000_000,
      'blocks whose actions, and then whose transactions and changed rows, are moved together, as one partition of ClickHouse; with more than some hundreds of them the pages of accounts with few actions are slow',
    ),
  },
  sql: SQL_SETTINGS,
  schema: settingRow(
    'HISTORY_SCHEMA',
    z.enum(['migrate', 'check']).default('migrate'),
    'migrate: the process that writes makes the tables of its store, and brings those of an earlier release to this one; or check: it changes none, and ends with an error where they are not of this release; a process with HISTORY_ROLE=serve never changes them; default migrate',
    'check',
  ),
  database: {
    connectMs: integerRow(
      'HISTORY_DATABASE_CONNECT_TIMEOUT_MS',
      [100, 60_000],
      DEFAULT_DATABASE_LIMITS.connectMs,
      'milliseconds until a connection to PostgreSQL is open, TLS included, until a request has a free one, and until an open one begins a transaction; then the request is answered 503',
    ),
    readMs: integerRow(
      'HISTORY_DATABASE_READ_TIMEOUT_MS',
      [100, 600_000],
      DEFAULT_DATABASE_LIMITS.readMs,
      'milliseconds for a read of PostgreSQL, with all its statements; then the request is answered 503; less than NODE_TIMEOUT_HISTORY_MS of a gateway that asks; a process that stops gives requests in flight HISTORY_DATABASE_CONNECT_TIMEOUT_MS, the longer of that and this limit, and 2 s, but at least 10 s',
    ),
    pageMs: integerRow(
      'HISTORY_DATABASE_PAGE_TIMEOUT_MS',
      [100, 600_000],
      DEFAULT_DATABASE_LIMITS.pageMs,
      'milliseconds for a read of PostgreSQL that is no search, where HISTORY_DATABASE_READ_TIMEOUT_MS is not less; pages have 8 connections of each thread, searches 4 of their own',
    ),
    writeMs: integerRow(
      'HISTORY_DATABASE_WRITE_TIMEOUT_MS',
      [1000, 3_600_000],
      DEFAULT_DATABASE_LIMITS.writeMs,
      'milliseconds for one statement of the writer in PostgreSQL; then it connects again',
    ),
    idleTransactionMs: integerRow(
      'HISTORY_DATABASE_IDLE_TRANSACTION_TIMEOUT_MS',
      [1000, 3_600_000],
      DEFAULT_DATABASE_LIMITS.idleTransactionMs,
      'milliseconds after which PostgreSQL ends a session that leaves a transaction open, and releases its locks',
    ),
  },
  ...LOG_ROWS,
};

/** Their rows by the names of the variables. */
export const HISTORY_ROWS = rowsOf(HISTORY_SETTINGS);
