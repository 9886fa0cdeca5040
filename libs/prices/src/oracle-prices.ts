import type { TableAddress } from '@app/networks';
import { AnswerLife, type Clock } from '@app/operations';
import {
  type ChainClient,
  MAX_SCANNED_ROWS,
  nameList,
  parseRows,
  readRows,
  rowsWhere,
  shortened,
} from '@app/upstream';
import { BTC_USD, feedRow, MAX_HEAD_AGE_MS, type OraclePrice, oraclePrice, priceRow } from './oracle-price';

/** Most characters of a feed's name in a message. */
const MAX_FEED_CHARACTERS = 64;

/** The oracle has no price of that name: no such feed, or no round that counted yet. */
export class UnknownFeedError extends Error {
  override readonly name = 'UnknownFeedError';

  constructor(
    readonly pair: string,
    readonly network: string,
    /** Names of the feeds that have a price. */
    readonly feeds: readonly string[],
  ) {
    super(`the oracle has no price of ${pair} on ${network}; its feeds: ${nameList(feeds)}`);
  }
}

/** A network as the prices are read from it. */
export interface PriceSource {
  readonly name: string;
  readonly chain: Pick<ChainClient, 'info' | 'tableRows'>;
  /** Where the table of prices is. @throws what says that it is not what the profile names */
  table(key: 'prices'): TableAddress;
}

/** The prices of the oracles: those the loan contracts use, to be preferred over any other. */
export class OraclePrices {
  constructor(private readonly clock: Clock) {}

  /**
   * The price in force, fresh or not: look at `isStale` before any use.
   * @throws UnknownFeedError; UnreadableRowError; what the source and reads of the chain throw.
   */
  async of(source: PriceSource, pair = BTC_USD): Promise<OraclePrice> {
    const { name: network, chain } = source;
    const table = source.table('prices');
    const [{ headBlockTimeMs }, { rows }] = await Promise.all([
      chain.info(),
      readRows(chain, table, MAX_SCANNED_ROWS),
    ]);
    const [row] = parseRows(table, priceRow, rowsWhere(table, rows, 'pair', pair));
    if (row === undefined) {
      const feeds = parseRows(table, feedRow, rows).map((feed) => shortened(feed.pair, MAX_FEED_CHARACTERS));
      throw new UnknownFeedError(pair, network, feeds);
    }
    const nowMs = this.clock.now();
    const freshMs = headBlockTimeMs + MAX_HEAD_AGE_MS - nowMs;
    AnswerLife.current?.endsAt(this.clock.monotonicMs() + Math.max(0, freshMs));
    return oraclePrice(row, { headTimeMs: headBlockTimeMs, nowMs });
  }
}
