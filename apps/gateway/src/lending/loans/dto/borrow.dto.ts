import { AccountField, AmountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { IntegerField, type Detail } from '@app/tooling';
import { DEFAULT_POOL } from '../../../lookups/pools/share-tokens';
import { PoolField } from '../../pools/pool-id';
import { ProposalDetailField } from '../../../composing/concise-proposal';
import { RequestIdField } from '../../../composing/requests/request-id-field';

export class BorrowInput extends NetworkInput {
  @AccountField({ description: 'Borrower, who signs; it needs a vault with collateral', example: 'frank' })
  account!: string;

  @AmountField({
    description:
      'USDT to borrow ({{decimals.USDT}}), at least the USDT value of 0.001 BTC at the oracle price',
    example: '1000',
  })
  amount_usdt!: string | number;

  @IntegerField({
    minimum: 1,
    maximum: 65_535,
    description:
      'Highest rate to accept, in basis points, compared with the rate after this loan is lent out, which is higher ' +
      'than the one get_pool_stats shows. Above it the request is queued. 2000, the maximum of the curve, accepts ' +
      'any rate.',
    example: 2000,
  })
  max_apr_bps!: number;

  @PoolField()
  pool_id = DEFAULT_POOL;

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;

  @ProposalDetailField()
  detail?: Detail;
}
