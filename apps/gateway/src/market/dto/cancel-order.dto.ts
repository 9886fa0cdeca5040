import { PAIR_NAMES, type PairName } from '@app/networks';
import { AccountField, EnumField, IntegerField, NetworkInput, PermissionField } from '@app/tooling';
import { RequestIdField } from '../../composing/requests/request-id-field';

export class CancelOrderInput extends NetworkInput {
  @AccountField({ description: 'Account whose order it is, and that signs', example: 'dave' })
  account!: string;

  @EnumField(PAIR_NAMES, { description: 'Pair of the order', example: 'btcusdt' })
  pair!: PairName;

  @IntegerField({ description: 'Id of an open order, from get_orders', example: 1 })
  order_id!: number;

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;
}
