/** Schemes of the URL of a ClickHouse database: its HTTP interface, without and with TLS. */
export const CLICKHOUSE_PROTOCOLS = ['clickhouse:', 'clickhouses:'] as const;
