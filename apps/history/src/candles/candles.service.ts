import { formatPrice } from '@app/antelope';
import { Inject, Injectable } from '@nestjs/common';
import { timeText } from '../answers/time-text';
import { READER } from '../decoding/tokens';
import type { Decimal } from '../derive/block-writes';
import { Envelopes } from '../envelope/envelopes';
import { type Bound, boundsOf } from '../parameters/bounds';
import { nameOf } from '../parameters/filters';
import { badRequest, HistoryError } from '../parameters/history-error';
import type { HistoryReader } from '../store/port';
import type { CandleRecord } from '../store/records';
import { type CandlesQuery, INTERVALS_MS } from './candles.dto';

const DEFAULT_CANDLES = 100;
const MAX_CANDLES = 1_000;
const NOT_FOUND = 404;

@Injectable()
export class CandlesService {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  /** GET /v2/history/get_candles: intervals without a trade are left out. */
  getCandles(query: CandlesQuery): Promise<object> {
    const pair = nameOf('pair', query.pair ?? '');
    const interval = query.interval ?? '';
    const spanMs = INTERVALS_MS[interval];
    if (spanMs === undefined)
      throw badRequest(`interval: must be one of ${Object.keys(INTERVALS_MS).join(', ')}`);
    const { limit = DEFAULT_CANDLES } = query;
    if (limit > MAX_CANDLES) throw badRequest(`limit: at most ${MAX_CANDLES}`);
    const { after, before } = boundsOf(query);
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

function timeOf(parameter: string, bound: Bound): number {
  if ('timeMs' in bound) return bound.timeMs;
  throw badRequest(`${parameter}: must be a time like 2030-01-31T12:00:00`);
}

const candleDocument = ({ startMs, open, high, low, close, base, quote, trades }: CandleRecord): object => ({
  time: timeText(startMs),
  ...{ open: textOf(open), high: textOf(high), low: textOf(low), close: textOf(close) },
  ...{ volume: textOf(base), quote_volume: textOf(quote), trades },
});

const textOf = ({ units, decimals }: Decimal): string => formatPrice(units, decimals);
