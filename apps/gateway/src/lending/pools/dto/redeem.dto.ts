import { AccountField, AmountField, NetworkInput, PermissionField } from '@app/tooling';
import { DEFAULT_POOL } from '../../../chain/pool-funds';
import { PoolField } from '../pool-id';

export class RedeemInput extends NetworkInput {
  @AccountField({ description: 'Lender, who signs' })
  account!: string;

  @AmountField({
    description: 'Pool shares to redeem (8 decimals): TPF, or those of the pool named',
    example: '250',
  })
  amount_tpf!: string | number;

  @PoolField()
  pool_id = DEFAULT_POOL;

  @PermissionField()
  permission = 'active';
}
