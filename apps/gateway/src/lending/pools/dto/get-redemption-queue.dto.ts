import { AccountField, NetworkAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField } from '@app/tooling';

export class GetRedemptionQueueInput extends NetworkInput {
  @AccountField({
    optional: true,
    description: 'Lender; without it the redemptions of everybody',
    example: 'dave',
  })
  account?: string;
}

export class RedemptionAnswer {
  @AnswerField({ type: 'id', description: 'Id of the redemption: cancel_redeem takes it', example: 1 })
  id!: number | string;

  @AnswerField({ type: 'string', description: 'Who redeems', example: 'dave' })
  account!: string;

  @AnswerField({ type: 'integer', description: 'Pool of the shares', example: 6 })
  pool_id!: number;

  @AnswerField({
    type: 'string',
    description: "Shares that still wait, in the pool's own share token (TPF for pool 6, TPE for pool 5)",
    example: '250.00000000',
  })
  amount_tpf!: string;

  @AnswerField({ type: 'string', description: 'Share token of the pool', example: 'TPF' })
  share_symbol!: string;

  @AnswerField({ type: 'string', description: 'Since when they wait', example: '2026-11-21T12:00:00.000Z' })
  requested_at!: string;
}

export class GetRedemptionQueueAnswer extends NetworkAnswer {
  @AnswerField({
    type: () => RedemptionAnswer,
    list: true,
    description: 'Waiting redemptions by id: the order in which each pool pays them',
  })
  entries!: RedemptionAnswer[];

  @AnswerField({
    type: 'boolean',
    description: 'The queue is longer than the rows read: not every entry is here',
    example: false,
  })
  truncated!: boolean;
}
