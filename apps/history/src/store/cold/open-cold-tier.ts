import { systemClock } from '@app/operations';
import { ClickhouseHttp } from '../clickhouse/clickhouse-http';
import { ClickhouseTier } from '../clickhouse/clickhouse-tier';
import { ClickhouseTransfers } from '../clickhouse/clickhouse-transfers';
import { clickhouseServers } from '../clickhouse/clickhouse-url';
import { ReplicatedTier } from '../clickhouse/replicated-tier';
import type { ColdTier } from './cold-tier';
import type { TransferTier } from './transfer-tier';

/** The cold tier at the URLs of a ClickHouse database; undefined without one. */
export function openColdTier(url: string | undefined): ColdTier | undefined {
  if (url === undefined) return undefined;
  const { urls, keeperPath } = clickhouseServers(url);
  const tiers = urls.map((each) => new ClickhouseTier(new ClickhouseHttp(each), keeperPath));
  const [only] = tiers;
  return keeperPath === undefined && only !== undefined ? only : new ReplicatedTier(tiers, systemClock);
}

/** The decoded transfers in the same database, at its first replica alone. */
export function openTransferTier(url: string): TransferTier {
  const [first = url] = clickhouseServers(url).urls;
  return new ClickhouseTransfers(new ClickhouseHttp(first));
}
