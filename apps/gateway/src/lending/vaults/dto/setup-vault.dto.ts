import { AccountField, AnswerField, NetworkInput, PermissionField } from '@app/tooling';
import { ProposalAnswer } from '../../../composing/proposal.answer';
import { RequestIdField } from '../../../composing/requests/request-id-field';

export class SetupVaultInput extends NetworkInput {
  @AccountField({ description: 'Owner of the new vault, who signs' })
  account!: string;

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;
}

export class SetupVaultAnswer extends ProposalAnswer {
  @AnswerField({
    type: 'string',
    description: 'Name the vault will have; get_vault then tells the BTC address to fund',
    example: '2kcv5ga.loan',
  })
  vault_name!: string;
}
