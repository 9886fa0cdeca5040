import { AccountField, NetworkInput, PermissionField } from '@app/chain-tools';
import { AnswerField, conciseForm, type Detail } from '@app/tooling';
import { ProposalAnswer } from '../../../composing/proposal.answer';
import {
  ConciseProposalAnswer,
  conciseProposal,
  ProposalDetailField,
} from '../../../composing/concise-proposal';
import { RequestIdField } from '../../../composing/requests/request-id-field';

export class SetupVaultInput extends NetworkInput {
  @AccountField({ description: 'Owner of the new vault, who signs' })
  account!: string;

  @PermissionField()
  permission = 'active';

  @RequestIdField()
  request_id?: string;

  @ProposalDetailField()
  detail?: Detail;
}

const VaultNameField = (): PropertyDecorator =>
  AnswerField({
    type: 'string',
    description: 'Name the vault will have; get_vault then tells the BTC address to fund',
    example: '2kcv5ga.loan',
  });

export class SetupVaultAnswer extends ProposalAnswer {
  @VaultNameField()
  vault_name!: string;
}

export class ConciseSetupVaultAnswer extends ConciseProposalAnswer {
  @VaultNameField()
  vault_name!: string;
}

/** The short form of setup_vault. */
export const CONCISE_SETUP_VAULT = conciseForm(ConciseSetupVaultAnswer, conciseProposal<SetupVaultAnswer>);
