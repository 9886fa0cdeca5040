import { AccountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { ChoiceField, IntegerField, type Detail } from '@app/tooling';
import { ProposalDetailField } from '../../composing/concise-proposal';
import { RequestIdField } from '../../composing/requests/request-id-field';
import { PAIR } from '../../formatting/deployment-terms';

export class CancelOrderInput extends NetworkInput {
  @AccountField({ description: 'Account whose order it is, and that signs', example: 'dave' })
  account!: string;

  @ChoiceField(PAIR, { description: 'Pair of the order', example: '{{pair.first}}' })
  pair!: string;

  @IntegerField({ description: 'Id of an open order, from get_orders', example: 1 })
  order_id!: number;

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;

  @ProposalDetailField()
  detail?: Detail;
}
