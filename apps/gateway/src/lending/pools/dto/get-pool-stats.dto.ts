import { HeadAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField } from '@app/tooling';
import { OraclePriceAnswer } from '../../../lookups/oracle-price.answer';

export class GetPoolStatsInput extends NetworkInput {}

export class PoolAnswer {
  @AnswerField({ type: 'integer', description: 'Id of the pool; tools use pool 6 by default', example: 6 })
  pool_id!: number;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: "Token of the pool's shares; null when not known",
    example: 'TPF',
  })
  share_symbol!: string | null;

  @AnswerField({
    type: 'string',
    description: 'USDT that can be borrowed or redeemed now',
    example: '400000.00000000',
  })
  available!: string;

  @AnswerField({
    type: 'string',
    description:
      'USDT that borrowers owe, with the interest up to head_block_time, as the contract charges it when the pool next ' +
      'changes. Where the chain does not say the interest it is the debt at the last change, here and in what is made ' +
      'of it',
    example: '100000.00000000',
  })
  outstanding!: string;

  @AnswerField({
    type: 'integer',
    description: 'outstanding / (available + outstanding) in basis points, rounded down',
    example: 2000,
  })
  utilization_bps!: number;

  @AnswerField({
    type: 'integer',
    description:
      'Rate borrowers pay now, in basis points, rounded up: by the utilization at the last change of the pool. A new ' +
      'loan raises it.',
    example: 225,
  })
  borrow_apr_bps!: number;

  @AnswerField({
    type: 'integer',
    description: 'Rate lenders earn now on available + outstanding, in basis points, rounded down',
    example: 45,
  })
  supply_apr_bps!: number;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      '(available + outstanding) / all shares: USDT that redeeming one share pays in a block of the second of ' +
      'head_block_time, 8 decimals, rounded down; null when not known',
    example: '1.00012345',
  })
  share_price!: string | null;
}

export class CurveAnswer {
  @AnswerField({ type: 'integer', description: 'Borrow rate at no utilization', example: 100 })
  base_apr_bps!: number;

  @AnswerField({ type: 'integer', description: 'Utilization from where on it is steep', example: 8000 })
  kink_utilization_bps!: number;

  @AnswerField({ type: 'integer', description: 'Borrow rate there', example: 600 })
  kink_apr_bps!: number;

  @AnswerField({
    type: 'integer',
    description: 'Borrow rate at full utilization: as max_apr_bps it accepts any rate',
    example: 2000,
  })
  max_apr_bps!: number;
}

export class GetPoolStatsAnswer extends HeadAnswer {
  @AnswerField({
    type: 'string',
    description: 'Time of the block up to which interest is counted',
    example: '2026-11-21T12:00:00.000Z',
  })
  head_block_time!: string;

  @AnswerField({ type: () => PoolAnswer, list: true, description: 'The pools by id' })
  pools!: PoolAnswer[];

  @AnswerField({ type: () => CurveAnswer, description: 'Rate curve of all pools; linear between its points' })
  curve!: CurveAnswer;

  @AnswerField({
    type: () => OraclePriceAnswer,
    nullable: true,
    description:
      'The BTC price the loan contract uses, as get_btc_price answers it: never use it for collateral math while ' +
      'it is stale; null before there was any',
  })
  oracle!: OraclePriceAnswer | null;
}
