import { type Pair, profileEntry } from '@app/networks';
import { MAX_SCANNED_ROWS, parseRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { readAccountRows } from '../table-rows/account-rows';
import { type OpenOrder, openOrderRow } from '../table-rows/open-order';
import type { Network } from '../network/network';

/** Open orders of one account on one pair, oldest first. */
export interface OwnOrdersRead {
  readonly orders: readonly OpenOrder[];
  /** Orders of the account may be missing: the book has more rows than were looked through. */
  readonly isTruncated: boolean;
}

/** Finds the open orders of an account. */
@Injectable()
export class OwnOrders {
  async of(network: Network, pair: Pair, account: string): Promise<OwnOrdersRead> {
    const scope = { pair: pair.chainName };
    network.assertEntries(profileEntry.pair(pair.apiName));
    const table = network.table('orders', scope);
    const wanted = { table: 'orders', scope, account, maxRows: MAX_SCANNED_ROWS } as const;
    const { rows, more } = await readAccountRows(network.chain, network, wanted);
    return { orders: parseRows(table, openOrderRow(pair), rows), isTruncated: more };
  }
}
