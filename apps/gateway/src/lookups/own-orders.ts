import { Networks, type Pair, profileEntry } from '@app/networks';
import { Chains, MAX_SCANNED_ROWS, parseRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { readAccountRows } from '../table-rows/account-rows';
import { type OpenOrder, openOrderRow } from '../table-rows/open-order';
import { ProfileMonitor } from '../profile/profile-monitor';

/** Open orders of one account on one pair, oldest first. */
export interface OwnOrdersRead {
  readonly orders: readonly OpenOrder[];
  /** Orders of the account may be missing: the book has more rows than were looked through. */
  readonly isTruncated: boolean;
}

/** Finds the open orders of an account. */
@Injectable()
export class OwnOrders {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileMonitor,
  ) {}

  async of(network: string, pair: Pair, account: string): Promise<OwnOrdersRead> {
    const scope = { pair: pair.chainName };
    this.profiles.assertEntries(network, profileEntry.pair(pair.apiName));
    const table = this.profiles.table(network, 'orders', scope);
    const { profile } = this.networks.of(network);
    const wanted = { table: 'orders', scope, account, maxRows: MAX_SCANNED_ROWS } as const;
    const { rows, more } = await readAccountRows(this.chains.of(network), profile, wanted);
    return { orders: parseRows(table, openOrderRow(pair), rows), isTruncated: more };
  }
}
