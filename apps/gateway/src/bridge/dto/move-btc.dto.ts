import { AccountField, AmountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { EnumField, TextField } from '@app/tooling';

export const DIRECTIONS = ['in', 'out'] as const;

/** Arguments of the prompt move_btc_in_and_out. */
export class MoveBtcInput extends NetworkInput {
  @AccountField({ description: 'Account that receives or sends BTC' })
  account!: string;

  @EnumField(DIRECTIONS, { description: 'in: from Bitcoin to the chain; out: from the chain to Bitcoin' })
  direction!: (typeof DIRECTIONS)[number];

  @AmountField({ optional: true, description: 'BTC to move; asked for when left out' })
  amount?: string | number;

  @TextField({ optional: true, maxLength: 100, description: 'Bitcoin address to withdraw to' })
  btc_address?: string;

  @PermissionField()
  permission = 'active';
}
