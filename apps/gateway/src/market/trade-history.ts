import type { Json } from '@app/antelope';
import { type Pair, profileEntry } from '@app/networks';
import {
  MAX_SCANNED_ROWS,
  memoizeByObject,
  parseRows,
  readPages,
  rowInteger,
  rowsWhere,
  type RowSource,
} from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type Trade, tradeRow } from '../table-rows/trade';
import type { Network } from '../network/network';

/** Which trades of a pair to read. */
export interface TradesWanted {
  /** Only those in which this account bought or sold. */
  readonly account?: string | undefined;
  /** Only those with a lower id. */
  readonly beforeId?: number | undefined;
  readonly limit: number;
}

/** Trades, newest first. */
export interface TradesRead {
  readonly trades: readonly Trade[];
  /** Rows of the history were not read: older trades may be among them. */
  readonly hasUnread: boolean;
  /** Older trades that were read and are beyond the limit. */
  readonly hasMore: boolean;
  /** `beforeId` of the read that continues this one; undefined at the end of the history. */
  readonly nextBeforeId: bigint | undefined;
}

const numberedRow = z.object({ id: rowInteger });

/**
 * The history of the exchange, newest first. All pairs share one scope; rows of pairs that the profile does not
 * know are passed over.
 */
@Injectable()
export class TradeHistory {
  /** Reads page by page until there are `limit` trades, at most MAX_SCANNED_ROWS rows. */
  async read(network: Network, pair: Pair, { account, beforeId, limit }: TradesWanted): Promise<TradesRead> {
    network.assertEntries(profileEntry.pair(pair.apiName));
    const table = network.table('trades', { pair: pair.chainName });
    const wantedOf = memoizeByObject((rows: readonly Json[]) => wantedRows(table, rows, pair, account));
    const bound = beforeId === undefined ? {} : { upper_bound: String(beforeId - 1) };
    const { pages, more } = await readPages(
      network.chain,
      { ...table, ...bound, reverse: true },
      { maxRows: MAX_SCANNED_ROWS, isEnough: (read) => read.flatMap(wantedOf).length >= limit },
    );
    const found = pages.flatMap(wantedOf);
    const trades = parseRows(table, tradeRow(pair), found.slice(0, limit));
    const hasMore = found.length > limit;
    const lastRead = found.length < limit ? idOf(table, pages.flat().at(-1)) : trades.at(-1)?.id;
    return { trades, hasUnread: more, hasMore, nextBeforeId: more || hasMore ? lastRead : undefined };
  }
}

function wantedRows(
  table: RowSource,
  rows: readonly Json[],
  pair: Pair,
  account: string | undefined,
): readonly Json[] {
  const ofPair = rowsWhere(table, rows, 'pair', pair.chainName);
  if (account === undefined) return ofPair;
  const own = new Set(['buyer', 'seller'].flatMap((role) => rowsWhere(table, ofPair, role, account)));
  return ofPair.filter((row) => own.has(row));
}

function idOf(table: RowSource, row: Json | undefined): bigint | undefined {
  return row === undefined ? undefined : parseRows(table, numberedRow, [row])[0]?.id;
}
