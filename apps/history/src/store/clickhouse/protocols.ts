/** Schemes of the URL of a ClickHouse database: its HTTP interface, without and with TLS. */
export const CLICKHOUSE_PROTOCOLS = ['clickhouse:', 'clickhouses:'] as const;

const HTTP_PORT = 8123;
const HTTPS_PORT = 8443;
const DEFAULT_DATABASE = 'default';

export const isSecure = ({ protocol }: URL): boolean => protocol === CLICKHOUSE_PROTOCOLS[1];

/** Host and port. */
export function serverOf(url: URL): string {
  const port = url.port === '' ? (isSecure(url) ? HTTPS_PORT : HTTP_PORT) : url.port;
  return `${url.hostname.toLowerCase()}:${port}`;
}

export const databaseOf = ({ pathname }: URL): string =>
  decodeURIComponent(pathname.slice(1)) || DEFAULT_DATABASE;
