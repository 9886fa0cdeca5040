import { AccountField, HeadAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField } from '@app/tooling';

export class GetVaultInput extends NetworkInput {
  @AccountField({ description: 'Owner of the vault', example: 'dave' })
  account!: string;
}

export class GetVaultAnswer extends HeadAnswer {
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

  @AnswerField({
    type: 'integer',
    description:
      'Highest LTV in basis points: a new loan, and a withdrawal beside one, must leave the debt below this part of ' +
      'the value of the CBTC',
    example: 7000,
  })
  max_ltv_bps!: number;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'Largest new loan that the collateral allows now, to the unit; whether it is lent at once or queued depends on ' +
      'the pool (borrow says so). 0 without a vault, with an open loan or a queued request, and below the minimum ' +
      'loan. Null while the oracle price is stale or unknown',
    example: '2799.99999999',
  })
  borrowable_usdt!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'Most CBTC that withdraw_collateral can take now, to the unit: all of it without a loan. 0 when that is below ' +
      'the minimum of the vault bridge. Null with a loan while the oracle price is stale or unknown. Interest lowers ' +
      'it from second to second',
    example: '0.05000000',
  })
  withdrawable_cbtc!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'BTC price in USD at or below which the open loan, with its interest up to now, is at the LTV of liquidation; ' +
      'null without a loan',
    example: '25000.00000000',
  })
  liquidation_price!: string | null;
}
