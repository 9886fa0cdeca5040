import { type ApiSymbol, type Pair, profileEntry, type Token } from '@app/networks';
import { memoizeByObject } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import type { OpenOrder } from '../../table-rows/open-order';
import { OwnOrders } from '../own-orders';
import type { Network } from '../../network/network';

/** Open orders of one account on one pair. */
export interface PairOrders {
  readonly pair: Pair;
  readonly orders: readonly OpenOrder[];
}

/** Finds what open orders of an account lock. */
@Injectable()
export class LockedFunds {
  constructor(private readonly ownOrders: OwnOrders) {}

  /**
   * Units by symbol. Null when the chain has no exchange, or when a book is so large that orders of the account may be
   * missing.
   */
  async of(network: Network, account: string): Promise<ReadonlyMap<ApiSymbol, bigint> | null> {
    const { profile } = network;
    const pairs = profile.pairs().map(({ apiName }) => profileEntry.pair(apiName));
    if (!network.matches(profileEntry.table('orders'), ...pairs)) return null;
    const found = await Promise.all(
      profile.pairs().map(async (pair) => ({ pair, ...(await this.ownOrders.of(network, pair, account)) })),
    );
    return found.some(({ isTruncated }) => isTruncated) ? null : lockedUnits(found);
  }
}

/** Units by symbol of the API: a sell locks what is left of its base token, a buy the value of it in the quote token. */
export function lockedUnits(found: readonly PairOrders[]): Map<ApiSymbol, bigint> {
  const locked = new Map<ApiSymbol, bigint>();
  const add = ({ apiSymbol }: Token, units: bigint) =>
    locked.set(apiSymbol, (locked.get(apiSymbol) ?? 0n) + units);
  for (const { pair, orders } of found) {
    const { base, quote } = lockedBy(orders);
    add(pair.base, base);
    add(pair.quote, quote);
  }
  return locked;
}

/** Once per list of orders: requests of one moment share it, and an account may have hundreds. */
const lockedBy = memoizeByObject((orders: readonly OpenOrder[]) => {
  let [base, quote] = [0n, 0n];
  for (const { side, amount, total } of orders) {
    if (side === 'sell') base += amount;
    else quote += total;
  }
  return { base, quote };
});
