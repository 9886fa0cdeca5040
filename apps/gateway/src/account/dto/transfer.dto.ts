import { AccountField, AmountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { EnumField, TextField, type Detail } from '@app/tooling';
import { ProposalDetailField } from '../../composing/concise-proposal';
import { RequestIdField } from '../../composing/requests/request-id-field';

export const TRANSFER_SYMBOLS = ['BTC', 'USDT', 'NATIVE'] as const;
export const MAX_MEMO = 256;

export class TransferInput extends NetworkInput {
  @AccountField({ description: 'Sender, who signs', example: 'alice' })
  from!: string;

  @AccountField({ description: 'Receiver; it must exist', example: 'bob' })
  to!: string;

  @EnumField(TRANSFER_SYMBOLS, { description: 'Token to send', example: 'BTC' })
  symbol!: (typeof TRANSFER_SYMBOLS)[number];

  @AmountField({
    description: 'Amount: BTC has {{decimals.BTC}}, USDT {{decimals.USDT}}, NATIVE {{decimals.NATIVE}}',
    example: '0.1',
  })
  amount!: string | number;

  @TextField({
    maxLength: MAX_MEMO,
    description: 'Text for the receiver: at most 256 characters and 256 bytes. Public on the chain.',
    example: 'thank you',
  })
  memo = '';

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;

  @ProposalDetailField()
  detail?: Detail;
}
