import { AccountField, AmountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { type Detail } from '@app/tooling';
import { DEFAULT_POOL } from '../../../lookups/pools/share-tokens';
import { PoolField } from '../pool-id';
import { ProposalDetailField } from '../../../composing/concise-proposal';
import { RequestIdField } from '../../../composing/requests/request-id-field';

export class LendInput extends NetworkInput {
  @AccountField({ description: 'Lender, who signs and pays' })
  account!: string;

  @AmountField({ description: 'USDT to lend ({{decimals.USDT}})', example: '500' })
  amount_usdt!: string | number;

  @PoolField()
  pool_id = DEFAULT_POOL;

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;

  @ProposalDetailField()
  detail?: Detail;
}
