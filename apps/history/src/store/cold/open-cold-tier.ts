import { ClickhouseHttp } from '../clickhouse/clickhouse-http';
import { ClickhouseTier } from '../clickhouse/clickhouse-tier';
import { ClickhouseTransfers } from '../clickhouse/clickhouse-transfers';
import type { ColdTier } from './cold-tier';
import type { TransferTier } from './transfer-tier';

/** The cold tier at the URL of a ClickHouse database; undefined without a URL. */
export const openColdTier = (url: string | undefined): ColdTier | undefined =>
  url === undefined ? undefined : new ClickhouseTier(new ClickhouseHttp(url));

/** The decoded transfers in the same database. */
export const openTransferTier = (url: string): TransferTier =>
  new ClickhouseTransfers(new ClickhouseHttp(url));
