import { AccountField, AmountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { BooleanField, ChoiceField, EnumField, IntegerField, type Detail } from '@app/tooling';
import { SIDES, type Side } from '../../table-rows/open-order';
import { ProposalDetailField } from '../../composing/concise-proposal';
import { RequestIdField } from '../../composing/requests/request-id-field';
import { PAIR } from '../../formatting/deployment-terms';

/** The terms of a limit order. */
export class LimitOrderInput extends NetworkInput {
  @AccountField({ description: 'Account that trades, and signs' })
  account!: string;

  @ChoiceField(PAIR, { description: 'Pair to trade', example: '{{pair.first}}' })
  pair!: string;

  @EnumField(SIDES, { description: 'buy locks the quote token, sell the base token', example: 'sell' })
  side!: Side;

  @AmountField({
    description: 'Quote per base: {{pairs.price_decimals}}',
    example: '80000',
  })
  price!: string | number;

  @AmountField({
    description: 'Amount of the base token: {{pairs.base_decimals}}',
    example: '0.001',
  })
  amount!: string | number;

  @PermissionField()
  permission = 'active';
}

export class PlaceOrderInput extends LimitOrderInput {
  @IntegerField({
    optional: true,
    maximum: 10_000,
    description:
      'Refuse when the average price of the fills in the dry run is more basis points worse than the best price',
    example: 50,
  })
  max_slippage_bps?: number;

  @BooleanField({ description: 'Refuse when anything trades in the dry run', default: false })
  post_only = false;

  @RequestIdField()
  request_id?: string;

  @ProposalDetailField()
  detail?: Detail;
}
