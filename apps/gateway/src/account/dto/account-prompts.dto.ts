import { AccountField, NetworkInput } from '@app/chain-tools';
import { TextField } from '@app/tooling';

/** Arguments of the prompt check_my_account. */
export class CheckMyAccountInput extends NetworkInput {
  @AccountField({ description: 'Account to check' })
  account!: string;
}

/** Arguments of the prompt set_up_restricted_permission. */
export class RestrictedPermissionInput extends NetworkInput {
  @AccountField({ description: 'Account that gets the permission' })
  account!: string;

  @TextField({
    pattern: '^[a-z1-5.]{1,12}$',
    patternReason: 'must be a permission name: 1 to 12 characters of a-z, 1-5 and "."',
    description: 'Name of the new permission, for example trader; not active and not owner',
  })
  permission!: string;

  @TextField({
    maxLength: 100,
    description: 'Public key of the agent: PUB_K1_... or EOS...; never a private key',
  })
  public_key!: string;

  @TextField({
    maxLength: 60,
    default: 'trade',
    description: 'What it may do, separated by commas: trade, lend, borrow, withdraw',
  })
  capabilities!: string;
}
