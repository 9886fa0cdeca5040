import { ClickhouseHttp } from '../clickhouse/clickhouse-http';
import { ClickhouseTier } from '../clickhouse/clickhouse-tier';
import type { ColdTier } from './cold-tier';

/** The cold tier at the URL of a ClickHouse database; undefined without a URL. */
export const openColdTier = (url: string | undefined): ColdTier | undefined =>
  url === undefined ? undefined : new ClickhouseTier(new ClickhouseHttp(url));
