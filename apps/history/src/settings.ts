import { hexToBytes } from '@app/antelope';
import { readSettings, SettingsError } from '@app/program';
import { FOLLOW_DEFAULTS, type FollowSettings } from './follow/follow-options';
import { HISTORY_SETTINGS, type HistoryRole } from './settings.schema';
import type { ClientLimitSettings } from './threads/client-limits';
import type { StoreLimits } from './store/open-store';
import type { SchemaMode } from './store/sql/migrations';
import type { DatabaseLimits } from './store/postgres/database-limits';

const BYTES_PER_MIB = 1024 * 1024;
const LAST_PORT = 65_535;
/** Distance of the management port from the first port of the histories. */
const MANAGEMENT_ABOVE_PORT = 90;
/** Least time for requests in flight of a history node that stops, however short the limits of its database are. */
const MIN_DRAIN_MS = 10_000;
/** Beyond the limits of a read: PostgreSQL may answer 1 s later (LATE_ANSWER_MS); 1 s more to send the answer. */
const DRAIN_BEYOND_READ_MS = 2_000;
/** Beyond the deadline of a request: the time to send the answer. */
const DRAIN_BEYOND_DEADLINE_MS = 1_000;

/** One chain that this process follows and serves. */
export interface ChainSettings {
  readonly name: string;
  /** Empty in a process that only serves. */
  readonly shipUrl: string;
  readonly chainUrl: string | undefined;
  /** PostgreSQL database of the history. Undefined: a SQLite file. */
  readonly databaseUrl: string | undefined;
  /** 0 lets the system pick a free port. */
  readonly port: number;
  readonly follow: FollowSettings;
}

/** Everything that can be configured: one object, read once at start. */
export interface HistorySettings {
  readonly role: HistoryRole;
  readonly chains: readonly ChainSettings[];
  readonly host: string;
  readonly managementHost: string;
  readonly managementPort: number;
  /** Undefined: the history is kept in memory. */
  readonly stateDir: string | undefined;
  readonly storeLimits: Required<StoreLimits>;
  readonly schema: SchemaMode;
  /** Text of the layout of the trades of the exchange; undefined: no candles. */
  readonly trades: string | undefined;
  /**
   * Milliseconds for requests in flight when the process stops: 10 s, or more where a read of PostgreSQL may take longer.
   * A client that does not send the rest of its request, or does not take its answer, is cut off then.
   */
  readonly drainMs: number;
  /** Messages that a client of the stream may leave unread. */
  readonly streamBuffer: number;
  /** Threads that answer requests; 0: the thread of the connections does. */
  readonly readThreads: number;
  /** From the arrival of a request to its answer. */
  readonly requestMs: number;
  readonly clientLimits: ClientLimitSettings;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  readonly logBufferBytes: number;
}

/** @throws SettingsError naming every wrong setting at once */
export function loadHistorySettings(env: NodeJS.ProcessEnv): HistorySettings {
  const values = readSettings(HISTORY_SETTINGS, env);
  const { HISTORY_CHAIN_URL: chain, HISTORY_PORT: port, HISTORY_ROLE: role } = values;
  const databases = values.HISTORY_DATABASE_URL;
  requireParts(role, values.HISTORY_SHIP_URL, databases);
  if (values.HISTORY_ALLOW_REWINDS === 'true') requireDevelopment(env, values.HISTORY_CHAIN_ID);
  // A process that only serves has a database for each chain, and no node.
  const ship = role === 'serve' ? databases.map(() => '') : values.HISTORY_SHIP_URL;
  const requireOneEach = oneForEach(
    role === 'serve' ? 'HISTORY_DATABASE_URL' : 'HISTORY_SHIP_URL',
    ship.length,
  );
  const names = values.HISTORY_NAME;
  const chainIds = values.HISTORY_CHAIN_ID;
  requireOneEach('HISTORY_CHAIN_URL', chain.length === 0 ? ship.length : chain.length);
  requireOneEach('HISTORY_DATABASE_URL', databases.length === 0 ? ship.length : databases.length);
  requireOneEach('HISTORY_NAME', names.length);
  requireOneEach('HISTORY_CHAIN_ID', chainIds.length === 0 ? ship.length : chainIds.length);
  const database = {
    connectMs: values.HISTORY_DATABASE_CONNECT_TIMEOUT_MS,
    pageMs: values.HISTORY_DATABASE_PAGE_TIMEOUT_MS,
    readMs: values.HISTORY_DATABASE_READ_TIMEOUT_MS,
    writeMs: values.HISTORY_DATABASE_WRITE_TIMEOUT_MS,
    idleTransactionMs: values.HISTORY_DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
  };
  return {
    role,
    chains: ship.map((shipUrl, index) => ({
      name: names[index] ?? '',
      shipUrl,
      chainUrl: chain[index],
      databaseUrl: databases[index],
      port: port === 0 ? 0 : port + index,
      follow: followSettings(values, chainIds[index]),
    })),
    host: values.HISTORY_HOST,
    managementHost: values.HISTORY_MANAGEMENT_HOST,
    managementPort: values.HISTORY_MANAGEMENT_PORT ?? managementPortAfter(port),
    stateDir: values.HISTORY_STATE_DIR,
    storeLimits: { database, sqliteCacheMiB: values.HISTORY_SQLITE_CACHE_MIB },
    schema: values.HISTORY_SCHEMA,
    trades: values.HISTORY_TRADES,
    drainMs: Math.max(
      MIN_DRAIN_MS,
      longestReadMs(database) + DRAIN_BEYOND_READ_MS,
      values.HISTORY_REQUEST_TIMEOUT_MS + DRAIN_BEYOND_DEADLINE_MS,
    ),
    streamBuffer: values.HISTORY_STREAM_BUFFER,
    readThreads: values.HISTORY_READ_THREADS,
    requestMs: values.HISTORY_REQUEST_TIMEOUT_MS,
    clientLimits: {
      budgetMs: values.HISTORY_CLIENT_BUDGET_MS,
      trustedProxies: values.HISTORY_TRUSTED_PROXIES,
      unlimited: values.HISTORY_UNLIMITED_CLIENTS,
    },
    logLevel: values.LOG_LEVEL,
    logBufferBytes: values.LOG_BUFFER_BYTES,
  };
}

/** So that a second history node needs one other port only. */
function managementPortAfter(port: number): number {
  if (port === 0) return 0;
  const followed = port + MANAGEMENT_ABOVE_PORT;
  if (followed <= LAST_PORT) return followed;
  throw new SettingsError([
    `HISTORY_MANAGEMENT_PORT: HISTORY_PORT + ${MANAGEMENT_ABOVE_PORT} is above ${LAST_PORT}; choose a port (for example HISTORY_MANAGEMENT_PORT=7090)`,
  ]);
}

/** The limit of a read starts when it has a connection. The begin of its transaction has the limit of a connection. */
const longestReadMs = ({ connectMs, readMs }: DatabaseLimits): number =>
  connectMs + Math.max(connectMs, readMs);

const followSettings = (
  values: ReturnType<typeof readSettings<typeof HISTORY_SETTINGS>>,
  chainId: string | undefined,
): FollowSettings => ({
  chainId: chainId === undefined ? undefined : hexToBytes(chainId),
  firstBlock: values.HISTORY_FIRST_BLOCK,
  irreversibleOnly: values.HISTORY_FOLLOW === 'irreversible',
  allowsRewinds: values.HISTORY_ALLOW_REWINDS === 'true',
  keepBlocks: values.HISTORY_KEEP_BLOCKS,
  keepDays: values.HISTORY_KEEP_DAYS,
  maxMessageBytes: values.HISTORY_MAX_MESSAGE_MIB * BYTES_PER_MIB,
  credits: values.HISTORY_CREDITS,
  backfill: { ...FOLLOW_DEFAULTS.backfill, sessions: values.HISTORY_BACKFILL_SESSIONS },
});

/** A check that a list has as many entries as the setting that lists the chains. */
const oneForEach =
  (counted: string, chains: number) =>
  (name: string, count: number): void => {
    if (count !== chains)
      throw new SettingsError([`${name}: has ${count} entries, and ${counted} has ${chains}`]);
  };

/** A rewind empties the store: throws SettingsError where that could be the history of a real chain. */
function requireDevelopment({ NODE_ENV }: NodeJS.ProcessEnv, chainIds: readonly string[]): void {
  if (NODE_ENV === 'production')
    throw new SettingsError([
      'HISTORY_ALLOW_REWINDS: is refused with NODE_ENV=production: it empties the store',
    ]);
  if (chainIds.length > 0)
    throw new SettingsError([
      'HISTORY_ALLOW_REWINDS: is refused with HISTORY_CHAIN_ID: it empties the store of a chain that is known',
    ]);
}

/** Throws SettingsError when the URLs that a role works with are missing. */
function requireParts(role: HistoryRole, ship: readonly string[], databases: readonly string[]): void {
  if (role !== 'serve' && ship.length === 0)
    throw new SettingsError([
      `HISTORY_SHIP_URL: "" is not ${HISTORY_SETTINGS.HISTORY_SHIP_URL.allowed} (for example HISTORY_SHIP_URL=${HISTORY_SETTINGS.HISTORY_SHIP_URL.example})`,
    ]);
  if (role !== 'all' && databases.length === 0)
    throw new SettingsError([
      `HISTORY_ROLE: ${role} needs HISTORY_DATABASE_URL: several processes share a PostgreSQL database, and a SQLite file has one process`,
    ]);
}
