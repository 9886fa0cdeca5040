import { ChoiceParameter, NameParameter, NumberParameter, TimeParameter } from '@app/node-api';

const MINUTE_MS = 60_000;

/** Lengths of candles by their name, in milliseconds. */
export const INTERVALS_MS: Readonly<Record<string, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1440 * MINUTE_MS,
};

/** Query of /v2/history/get_candles. */
export class CandlesQuery {
  @NameParameter({ description: 'Name of the pair on the chain', example: 'btcusdt', required: true })
  pair?: string;

  @ChoiceParameter(
    { description: 'Length of a candle', example: '1h', required: true },
    Object.keys(INTERVALS_MS),
  )
  interval?: string;

  @TimeParameter({ description: 'Only candles that begin at this time (ISO 8601) or later' })
  after?: string;

  @TimeParameter({ description: 'Only candles that begin at this time or earlier' })
  before?: string;

  @NumberParameter({ description: 'Most candles', example: 100 }, 1)
  limit?: number;

  @ChoiceParameter({ description: 'Order by time' }, ['desc', 'asc', '1', '-1'])
  sort?: string;
}
