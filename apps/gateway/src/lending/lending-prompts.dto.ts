import { AccountField, AmountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { IntegerField } from '@app/tooling';
import { DEFAULT_POOL } from '../lookups/pools/share-tokens';
import { PoolField } from './pools/pool-id';

/** Arguments of the prompt open_loan_safely. */
export class OpenLoanInput extends NetworkInput {
  @AccountField({ description: 'Borrower, who signs' })
  account!: string;

  @AmountField({ description: 'USDT to borrow' })
  amount_usdt!: string | number;

  @IntegerField({
    optional: true,
    minimum: 1,
    maximum: 65_535,
    description: 'Highest rate to accept, in basis points; asked for when left out',
  })
  max_apr_bps?: number;

  @PermissionField()
  permission = 'active';
}

/** Arguments of the prompt lend_and_exit. */
export class LendAndExitInput extends NetworkInput {
  @AccountField({ description: 'Lender, who signs' })
  account!: string;

  @AmountField({ description: 'USDT to lend' })
  amount_usdt!: string | number;

  @PoolField()
  pool_id = DEFAULT_POOL;

  @PermissionField()
  permission = 'active';
}
