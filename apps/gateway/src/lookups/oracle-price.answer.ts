import { formatPrice } from '@app/antelope';
import { type OraclePrice, PRICE_DECIMALS } from '@app/prices';
import { type NetworkName, NetworkAnswer } from '@app/chain-tools';
import { AnswerField } from '@app/tooling';
import { answerTime } from '../formatting/answer-values';

/** A price of the oracle, as get_btc_price answers it and other answers repeat it. */
export class OraclePriceAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string', description: 'Name of the feed', example: 'btcusd' })
  pair!: string;

  @AnswerField({ type: 'string', description: 'USD per BTC, 8 decimals', example: '80000.00000000' })
  price!: string;

  @AnswerField({
    type: 'string',
    description: 'When its round was last counted, by the clock of the chain (ISO 8601, UTC)',
    example: '2026-11-21T12:00:00.000Z',
  })
  updated_at!: string;

  @AnswerField({ type: 'integer', description: "From then to the chain's newest block", example: 12 })
  age_seconds!: number;

  @AnswerField({
    type: 'boolean',
    description:
      'Older than 5 minutes, or the chain itself stands still: it must not be used for collateral math',
    example: false,
  })
  stale!: boolean;

  @AnswerField({
    type: 'string',
    list: true,
    description: 'Accounts of the feeders whose average it is',
    example: ['feeder1', 'feeder2', 'feeder3'],
  })
  feeders!: string[];
}

/** A price as the tools answer it. */
export function oraclePriceAnswer(network: NetworkName, price: OraclePrice): OraclePriceAnswer {
  return {
    network,
    pair: price.pair,
    price: formatPrice(price.units, PRICE_DECIMALS),
    updated_at: answerTime(price.updatedAtMs),
    age_seconds: price.ageSeconds,
    stale: price.isStale,
    feeders: [...price.feeders],
  };
}
