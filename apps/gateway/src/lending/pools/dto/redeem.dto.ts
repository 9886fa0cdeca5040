import { AccountField, AmountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { type Detail } from '@app/tooling';
import { DEFAULT_POOL } from '../../../lookups/pools/share-tokens';
import { PoolField } from '../pool-id';
import { ProposalDetailField } from '../../../composing/concise-proposal';
import { RequestIdField } from '../../../composing/requests/request-id-field';

export class RedeemInput extends NetworkInput {
  @AccountField({ description: 'Lender, who signs' })
  account!: string;

  @AmountField({
    description:
      "Shares to redeem ({{decimals.TPF}}), in the pool's own share token: TPF for pool 6, else share_symbol of get_pool_stats",
    example: '250',
  })
  amount_tpf!: string | number;

  @PoolField()
  pool_id = DEFAULT_POOL;

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;

  @ProposalDetailField()
  detail?: Detail;
}
