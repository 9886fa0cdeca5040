import { AccountField, AnswerField, NetworkAnswer, NetworkInput } from '@app/tooling';

export class GetVaultInput extends NetworkInput {
  @AccountField({ description: 'Owner of the vault', example: 'dave' })
  account!: string;
}

export class GetVaultAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string', description: 'Owner of the vault', example: 'dave' })
  account!: string;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Account that holds the collateral; null without a vault (setup_vault makes one)',
    example: '2kcv5ga.loan',
  })
  vault_name!: string | null;

  @AnswerField({ type: 'string', description: 'CBTC in the vault', example: '0.05000000' })
  cbtc_balance!: string;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'BTC sent here becomes CBTC in the vault, free of charge; null without a vault, and for the moments until a ' +
      'new vault has got its address',
    example: 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202',
  })
  btc_address!: string | null;
}
