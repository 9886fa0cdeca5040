import { type Pair, profileEntry } from '@app/networks';
import { fail } from '@app/chain-tools';
import { parseRows, readRows } from '@app/upstream';
import { bookSideQuery } from '../../table-rows/book-side-query';
import { openOrderRow } from '../../table-rows/open-order';
import type { Network } from '../../network/network';

/**
 * The highest price that a buyer offers for the base token of a pair, in units of its price decimals: one request.
 * Undefined without buyers, and where the profile knows no index over prices.
 * @throws ToolError when the index is not what the profile says
 */
export async function bestBid(network: Network, pair: Pair): Promise<bigint | undefined> {
  const index = network.profile.priceIndex();
  if (index === undefined) return undefined;
  const table = network.table('orders', { pair: pair.chainName });
  const { rows } = await readRows(network.chain, bookSideQuery(table, index.buy), 1);
  const [best] = parseRows(table, openOrderRow(pair), rows);
  if (best === undefined) return undefined;
  if (best.side === 'buy') return best.price;
  return fail(
    'PROFILE_MISMATCH',
    `${profileEntry.table('orders')}.price_index`,
    'has a sell order among the buy orders',
  );
}
