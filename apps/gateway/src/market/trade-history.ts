import type { Json } from '@app/antelope';
import { type Pair, profileEntry } from '@app/networks';
import { Chains, MAX_SCANNED_ROWS, oncePer, parseRows, readPages, readRows, rowsWhere } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { ProfileMonitor } from '../profile/profile-monitor';
import { type Trade, tradeRow } from './trade';

/** Trades, newest first; `isTruncated`: older ones are missing. */
export interface TradesRead {
  readonly trades: readonly Trade[];
  readonly isTruncated: boolean;
}

/**
 * The history of the exchange, newest first. All pairs share one scope; rows of pairs that the profile does not
 * know are passed over.
 */
@Injectable()
export class TradeHistory {
  constructor(
    private readonly chains: Chains,
    private readonly profiles: ProfileMonitor,
  ) {}

  /** Up to `limit` trades of a pair among the newest page of the history. Truncated when that is not all of it. */
  async latest(network: string, pair: Pair, limit: number): Promise<TradesRead> {
    const table = this.#tableOf(network, pair);
    const { rows, more } = await readRows(this.chains.of(network), { ...table, reverse: true });
    const ofPair = rowsWhere(table, rows, 'pair', pair.chainName).slice(0, limit);
    return { trades: parseRows(table, tradeRow(pair), ofPair), isTruncated: more };
  }

  /**
   * Up to `limit` trades of a pair in which an account bought or sold, looked for among the newest
   * MAX_SCANNED_ROWS of the history, page by page until there are enough. Truncated when older ones may exist.
   */
  async ofAccount(network: string, pair: Pair, account: string, limit: number): Promise<TradesRead> {
    const table = this.#tableOf(network, pair);
    const ownRows = (rows: readonly Json[]): readonly Json[] => {
      const ofPair = rowsWhere(table, rows, 'pair', pair.chainName);
      const own = new Set(['buyer', 'seller'].flatMap((role) => rowsWhere(table, ofPair, role, account)));
      return ofPair.filter((row) => own.has(row));
    };
    const ownOf = oncePer(ownRows);
    const { pages, more } = await readPages(
      this.chains.of(network),
      { ...table, reverse: true },
      { maxRows: MAX_SCANNED_ROWS, isEnough: (read) => read.flatMap(ownOf).length >= limit },
    );
    const own = pages.flatMap(ownOf);
    const trades = parseRows(table, tradeRow(pair), own.slice(0, limit));
    return { trades, isTruncated: more || own.length > limit };
  }

  #tableOf(network: string, pair: Pair) {
    this.profiles.assertEntries(network, profileEntry.pair(pair.apiName));
    return this.profiles.table(network, 'trades', { pair: pair.chainName });
  }
}
