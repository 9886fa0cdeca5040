import { NetworkAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField, ChoiceField, EnumField, IntegerField, valuesOf } from '@app/tooling';
import { PAIR } from '../../formatting/deployment-terms';
import { TimeField } from '../../formatting/time-field';

/** Lengths of candles. */
export const INTERVALS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Most candles of one answer. */
export const MAX_CANDLES = 500;

export class GetCandlesInput extends NetworkInput {
  @ChoiceField(PAIR, { description: 'Pair to look at', example: '{{pair.first}}' })
  pair!: string;

  @EnumField(INTERVALS, { description: 'Length of a candle', example: '1h' })
  interval!: Interval;

  @TimeField({
    optional: true,
    description: 'Candles from the one that this time is in; without it the newest ones up to `to`',
    example: '2026-11-21T12:00:00Z',
  })
  from?: string;

  @TimeField({
    optional: true,
    description: 'Only candles that begin at this time or earlier',
    example: '2026-11-22T12:00:00Z',
  })
  to?: string;

  @IntegerField({ minimum: 1, maximum: MAX_CANDLES, description: 'Most candles to return' })
  limit = 100;
}

export class CandleAnswer {
  @AnswerField({ type: 'string', description: 'Start (ISO 8601, UTC)', example: '2026-11-21T12:00:00.000Z' })
  time!: string;

  @AnswerField({ type: 'string', description: 'Price of the first trade', example: '80000.00000000' })
  open!: string;

  @AnswerField({ type: 'string', description: 'Highest price', example: '80100.00000000' })
  high!: string;

  @AnswerField({ type: 'string', description: 'Lowest price', example: '79900.00000000' })
  low!: string;

  @AnswerField({ type: 'string', description: 'Price of the last trade', example: '80050.00000000' })
  close!: string;

  @AnswerField({ type: 'string', description: 'Base token that changed hands', example: '1.25000000' })
  volume!: string;

  @AnswerField({ type: 'string', description: 'Quote token that was paid', example: '100031.25000000' })
  quote_volume!: string;

  @AnswerField({ type: 'integer', description: 'Number of trades', example: 12 })
  trades!: number;

  @AnswerField({
    type: 'boolean',
    description: 'Whether its interval is over; false for the current one, which more trades change',
    example: true,
  })
  closed!: boolean;
}

export class GetCandlesAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string', enum: valuesOf(PAIR), description: 'The pair', example: '{{pair.first}}' })
  pair!: string;

  @AnswerField({ type: 'string', enum: INTERVALS, description: 'Length of each candle', example: '1h' })
  interval!: Interval;

  @AnswerField({ type: 'integer', description: 'Block up to which trades are counted', example: 4710 })
  last_indexed_block!: number;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'Minute of the first trade that the history knows: a longer candle that it is in may lack earlier ones. Null ' +
      'without a trade',
    example: '2026-11-21T09:30:00.000Z',
  })
  known_from!: string | null;

  @AnswerField({
    type: () => CandleAnswer,
    list: true,
    description: 'Oldest first; an interval without a trade is left out',
  })
  candles!: CandleAnswer[];

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'Send it as from, with the other fields as they were, for later candles; null when there are none',
    example: null,
  })
  next_from!: string | null;
}
