import { hexToBytes } from '@app/antelope';
import { readSettings, SettingsError } from '@app/program';
import { FOLLOW_DEFAULTS, type FollowSettings } from './follow/follow-options';
import { HISTORY_SETTINGS, type HistoryRole } from './settings.schema';
import { clickhouseServers } from './store/clickhouse/clickhouse-url';
import { databaseOf, serverOf } from './store/clickhouse/protocols';
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
  /** State-history servers of the chain, in the order in which they are used. Empty in a process that only serves. */
  readonly shipUrls: readonly string[];
  /** Archives from which the store is filled before the servers are asked. */
  readonly archiveUrls: readonly string[];
  /** Folder of an archive that is served; undefined: none is. */
  readonly archiveDir: string | undefined;
  readonly chainUrl: string | undefined;
  /** PostgreSQL database of the history. Undefined: a SQLite file. */
  readonly databaseUrl: string | undefined;
  /** ClickHouse database for the actions of old blocks. Undefined: they stay in the store. */
  readonly coldUrl: string | undefined;
  /** The same database with a user that reads decoded transfers. Undefined: there are none. */
  readonly sqlUrl: string | undefined;
  /** 0 lets the system pick a free port. */
  readonly port: number;
  readonly follow: FollowSettings;
}

/** Everything that can be configured: one object, read once at start. */
export type HistorySettings = ReturnType<typeof loadHistorySettings>;

/** @throws SettingsError naming every wrong setting at once */
export function loadHistorySettings(env: NodeJS.ProcessEnv) {
  const { shipUrls, archives, chainUrls, databaseUrls, coldUrls, sql, names, chainIds, port, ...values } =
    readSettings(HISTORY_SETTINGS, env);
  const { follow, maxMessageMiB, credits, backfillSessions, sqliteCacheMiB, database, ...settings } = values;
  const { role } = settings;
  requireParts(role, shipUrls, databaseUrls);
  if (follow.allowsRewinds) requireDevelopment(env, chainIds);
  if (coldUrls.length > 0) requireLastingStore(coldUrls, follow, settings.stateDir, databaseUrls);
  requireColdTier(sql.urls, coldUrls);
  // A process that only serves has a database for each chain, and no node.
  const ship = role === 'serve' ? databaseUrls.map((): string[] => []) : shipUrls;
  const requireOneEach = oneForEach(
    role === 'serve' ? 'HISTORY_DATABASE_URL' : 'HISTORY_SHIP_URL',
    ship.length,
  );
  requireOneEach('HISTORY_ARCHIVE_URL', archives.urls.length === 0 ? ship.length : archives.urls.length);
  requireOneEach('HISTORY_ARCHIVE_DIR', archives.dirs.length === 0 ? ship.length : archives.dirs.length);
  const { snapshots } = archives;
  requireOneEach('HISTORY_SNAPSHOT', snapshots.length === 0 ? ship.length : snapshots.length);
  if (snapshots.length > 0 && follow.firstBlock !== undefined)
    throw new SettingsError([
      'HISTORY_SNAPSHOT: is refused with HISTORY_FIRST_BLOCK: the store begins with the block of the snapshot',
    ]);
  requireOneEach('HISTORY_CHAIN_URL', chainUrls.length === 0 ? ship.length : chainUrls.length);
  requireOneEach('HISTORY_DATABASE_URL', databaseUrls.length === 0 ? ship.length : databaseUrls.length);
  requireOneEach('HISTORY_COLD_URL', coldUrls.length === 0 ? ship.length : coldUrls.length);
  requireOneEach('HISTORY_NAME', names.length);
  requireOneEach('HISTORY_CHAIN_ID', chainIds.length === 0 ? ship.length : chainIds.length);
  const followSettings = (chainId: string | undefined, snapshot: string | undefined): FollowSettings => ({
    ...follow,
    snapshot,
    chainId: chainId === undefined ? undefined : hexToBytes(chainId),
    maxMessageBytes: maxMessageMiB * BYTES_PER_MIB,
    credits,
    backfill: { ...FOLLOW_DEFAULTS.backfill, sessions: backfillSessions },
  });
  return {
    ...settings,
    chains: ship.map((urls, index): ChainSettings => ({
      name: names[index] ?? '',
      shipUrls: urls,
      archiveUrls: archives.urls[index] ?? [],
      archiveDir: archives.dirs[index],
      chainUrl: chainUrls[index],
      databaseUrl: databaseUrls[index],
      coldUrl: coldUrls[index],
      sqlUrl: sql.urls[index],
      port: port === 0 ? 0 : port + index,
      follow: followSettings(chainIds[index], snapshots[index]),
    })),
    managementPort: settings.managementPort ?? managementPortAfter(port),
    storeLimits: { database, sqliteCacheMiB },
    /** Read by the program of SQL itself: a wrong one ends the start of the history node as well. */
    sqlLimits: sql.limits,
    /**
     * Milliseconds for requests in flight when the process stops: 10 s, or more where a read of PostgreSQL may take longer.
     * A client that does not send the rest of its request, or does not take its answer, is cut off then.
     */
    drainMs: Math.max(
      MIN_DRAIN_MS,
      longestReadMs(database) + DRAIN_BEYOND_READ_MS,
      settings.requestMs + DRAIN_BEYOND_DEADLINE_MS,
    ),
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

/** The cold tier is of no use without its store. Throws SettingsError where that would lose blocks, or be lost. */
function requireLastingStore(
  urls: readonly string[],
  { keepBlocks, keepDays }: Pick<FollowSettings, 'keepBlocks' | 'keepDays'>,
  stateDir: string | undefined,
  databases: readonly string[],
): void {
  if (keepBlocks !== undefined || keepDays !== undefined)
    throw new SettingsError([
      'HISTORY_COLD_URL: is refused with HISTORY_KEEP_BLOCKS and HISTORY_KEEP_DAYS: old actions are moved, not removed',
    ]);
  const named = urls.flatMap(databasesOf);
  if (new Set(named).size < named.length)
    throw new SettingsError(['HISTORY_COLD_URL: names one database twice: each store needs its own']);
  if (stateDir === undefined && databases.length === 0)
    throw new SettingsError([
      'HISTORY_COLD_URL: needs HISTORY_STATE_DIR or HISTORY_DATABASE_URL: a store in memory is gone at the next start',
    ]);
}

/** Servers with the name of the database. Throws SettingsError where the URLs of replicas contradict each other. */
function databasesOf(text: string): readonly string[] {
  try {
    return clickhouseServers(text).urls.map((url) => {
      const parsed = new URL(url);
      return `${serverOf(parsed)}/${databaseOf(parsed)}`;
    });
  } catch (error) {
    if (error instanceof RangeError) throw new SettingsError([`HISTORY_COLD_URL: ${error.message}`]);
    throw error;
  }
}

/** SQL has the database of the cold tier, and a user of its own. */
function requireColdTier(sqlUrls: readonly string[], coldUrls: readonly string[]): void {
  if (sqlUrls.length === 0) return;
  oneForEach('HISTORY_COLD_URL', coldUrls.length)('HISTORY_SQL_URL', sqlUrls.length);
  if (sqlUrls.some((url, index) => url === coldUrls[index]))
    throw new SettingsError([
      'HISTORY_SQL_URL: is that of HISTORY_COLD_URL: it needs a user of its own, who reads and nothing else',
    ]);
}

/** Throws SettingsError when the URLs that a role works with are missing. */
function requireParts(
  role: HistoryRole,
  ship: readonly (readonly string[])[],
  databases: readonly string[],
): void {
  if (role !== 'serve' && ship.length === 0)
    throw new SettingsError([
      `HISTORY_SHIP_URL: "" is not ${HISTORY_SETTINGS.shipUrls.allowed} (for example HISTORY_SHIP_URL=${HISTORY_SETTINGS.shipUrls.example})`,
    ]);
  if (role !== 'all' && databases.length === 0)
    throw new SettingsError([
      `HISTORY_ROLE: ${role} needs HISTORY_DATABASE_URL: several processes share a PostgreSQL database, and a SQLite file has one process`,
    ]);
}
