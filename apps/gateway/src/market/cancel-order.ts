import type { ActionCall, Pair, ProfileWithoutTables } from '@app/networks';
import { fail } from '@app/chain-tools';
import type { CancelOrderInput } from './dto/cancel-order.dto';
import type { OpenOrder } from '../table-rows/open-order';

type Wanted = Pick<CancelOrderInput, 'account' | 'order_id'> & { readonly pair: Pair };

/**
 * The action that takes an order out of the book.
 * @param order what the book has under that id
 * @throws ToolError for an order that is not in the book of the pair, or not the account's.
 */
export function cancelOrderCall(
  { account, pair, order_id }: Wanted,
  order: OpenOrder | undefined,
  profile: ProfileWithoutTables,
): ActionCall {
  const { apiName, chainName } = pair;
  if (order === undefined)
    fail('INVALID_VALUE', 'order_id', `there is no open order ${order_id} on ${apiName}`);
  if (order.account !== account) {
    fail('INVALID_VALUE', 'order_id', `order ${order_id} on ${apiName} belongs to another account`);
  }
  return profile.action('cancel_order', { account, order_id, pair: chainName });
}
