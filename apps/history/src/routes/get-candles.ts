import { formatPrice } from '@app/antelope';
import { ChoiceParameter, NameParameter, NumberParameter, TimeParameter } from '@app/node-api';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { timeText } from '../answers/time-text';
import { READER } from '../decoding/tokens';
import type { Decimal } from '../derive/block-writes';
import { Envelopes } from '../envelope/envelopes';
import { timeOf } from '../parameters/bounds';
import { nameOf } from '../parameters/filters';
import { badRequest, HistoryError } from '../parameters/history-error';
import type { HistoryReader } from '../store/port';
import type { CandleRecord } from '../store/records';

const DEFAULT_CANDLES = 100;
const MAX_CANDLES = 1_000;
const NOT_FOUND = 404;
const MINUTE_MS = 60_000;

/** Lengths of candles by their name, in milliseconds. */
const INTERVALS_MS: Readonly<Record<string, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1440 * MINUTE_MS,
};

class CandlesQuery {
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

@ApiTags('history')
@Controller('v2/history')
export class CandlesController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  /** Intervals without a trade are left out. */
  @Get('get_candles')
  @ApiOperation({ summary: 'Open, high, low, close and volume of a pair of the exchange' })
  getCandles(@Query() query: CandlesQuery): Promise<object> {
    const pair = nameOf('pair', query.pair ?? '');
    const interval = query.interval ?? '';
    const spanMs = INTERVALS_MS[interval];
    if (spanMs === undefined)
      throw badRequest(`interval: must be one of ${Object.keys(INTERVALS_MS).join(', ')}`);
    const { limit = DEFAULT_CANDLES, after, before } = query;
    if (limit > MAX_CANDLES) throw badRequest(`limit: at most ${MAX_CANDLES}`);
    const fromMs = after === undefined ? undefined : timeOf('after', after);
    const toMs = before === undefined ? undefined : timeOf('before', before);
    return this.envelopes.around(async () => {
      const found = await this.reader.candles({
        ...{ pair, spanMs, limit },
        order: query.sort === 'asc' || query.sort === '1' ? 'asc' : 'desc',
        ...(fromMs === undefined ? {} : { fromMs }),
        ...(toMs === undefined ? {} : { toMs }),
      });
      if (found === undefined)
        throw new HistoryError(NOT_FOUND, 'this history keeps no candles: HISTORY_TRADES is not set');
      const { items, knownFromMs } = found;
      return {
        total: { value: items.length, relation: items.length < limit ? 'eq' : 'gte' },
        ...{ pair: query.pair, interval },
        known_from: knownFromMs === undefined ? null : timeText(knownFromMs),
        candles: items.map(candleDocument),
      };
    });
  }
}

const candleDocument = ({ startMs, open, high, low, close, base, quote, trades }: CandleRecord): object => ({
  time: timeText(startMs),
  ...{ open: textOf(open), high: textOf(high), low: textOf(low), close: textOf(close) },
  ...{ volume: textOf(base), quote_volume: textOf(quote), trades },
});

const textOf = ({ units, decimals }: Decimal): string => formatPrice(units, decimals);
