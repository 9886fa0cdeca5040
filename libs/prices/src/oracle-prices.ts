import type { Networks } from '@app/networks';
import type { Clock } from '@app/operations';
import { type Chains, parseRows, readRows, rowsWhere } from '@app/upstream';
import { BTC_USD, type OraclePrice, oraclePrice, priceRow } from './oracle-price';

/** The oracle has no price of that name: no such feed, or no round that counted yet. */
export class UnknownFeedError extends Error {
  override readonly name = 'UnknownFeedError';

  constructor(
    readonly pair: string,
    readonly network: string,
  ) {
    super(`the oracle has no price of ${pair} on ${network}`);
  }
}

/** The prices of the oracles: those the loan contracts use, to be preferred over any other. */
export class OraclePrices {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly clock: Clock,
  ) {}

  /**
   * The price in force, fresh or not: look at `isStale` before any use. The caller has made sure that the
   * profile's table of prices matches the chain.
   * @throws UnknownFeedError; UnreadableRowError; what reads of the chain throw.
   */
  async of(network: string, pair = BTC_USD): Promise<OraclePrice> {
    const table = this.networks.of(network).profile.table('prices');
    const chain = this.chains.of(network);
    const [{ headBlockTimeMs }, { rows }] = await Promise.all([chain.info(), readRows(chain, table)]);
    const [row] = parseRows(table, priceRow, rowsWhere(table, rows, 'pair', pair));
    if (row === undefined) throw new UnknownFeedError(pair, network);
    return oraclePrice(row, { headTimeMs: headBlockTimeMs, nowMs: this.clock.now() });
  }
}
