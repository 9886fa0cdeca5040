import { CLICKHOUSE_PROTOCOLS, serverOf } from './protocols';

/** Parameter of the first URL: where Keeper or ZooKeeper has the tables. */
const KEEPER_PATH = 'keeper_path';
/** Macros in braces are those of the configuration of the servers. */
const PATH = /^(?:\/[\w.{}-]+)+$/;

/** The servers of a cold tier. */
export interface ClickhouseServers {
  /** One for each replica. */
  readonly urls: readonly string[];
  /** Path in Keeper that the paths of the tables begin with; undefined: the tables are not replicated. */
  readonly keeperPath: string | undefined;
}

/**
 * Servers of a URL, or of several ones separated by |: those of replicas.
 * @throws RangeError in words of a setting
 */
export function clickhouseServers(text: string): ClickhouseServers {
  const parsed = text.split('|').map((url) => new URL(url.trim()));
  const keeperPaths = parsed.flatMap(({ searchParams }) => searchParams.getAll(KEEPER_PATH));
  if (parsed.some(({ protocol }) => !CLICKHOUSE_PROTOCOLS.some((known) => known === protocol)))
    throw new RangeError('is no clickhouse:// URL');
  if (parsed.some(({ searchParams }) => [...searchParams.keys()].some((name) => name !== KEEPER_PATH)))
    throw new RangeError(`has a parameter other than ${KEEPER_PATH}`);
  if (new Set(parsed.map(({ pathname }) => pathname)).size > 1)
    throw new RangeError('has replicas with databases of different names');
  if (new Set(parsed.map(serverOf)).size < parsed.length) throw new RangeError('has one server twice');
  if (keeperPaths.length > 1) throw new RangeError(`has ${KEEPER_PATH} more than once`);
  const urls = parsed.map((url) => Object.assign(new URL(url), { search: '' }).href);
  const keeperPath = keeperPaths[0] ?? (parsed.length > 1 ? defaultPath(parsed[0]) : undefined);
  if (keeperPath !== undefined && !PATH.test(keeperPath))
    throw new RangeError(`has a ${KEEPER_PATH} that is no path such as /clickhouse/tables/{shard}/history`);
  return { urls, keeperPath };
}

function defaultPath(url: URL | undefined): string {
  const database = decodeURIComponent(url?.pathname.slice(1) ?? '');
  if (database === '') throw new RangeError('needs a database for replicas');
  return `/clickhouse/tables/{shard}/${database}`;
}
