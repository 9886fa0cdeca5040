import { CLOCK, type Clock } from '@app/operations';
import { ActionUsageQuery } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { READER } from '../../decoding/tokens';
import { Envelopes } from '../../envelope/envelopes';
import { ByGet } from '../../http/node-route.decorator';
import { timeOf } from '../../parameters/bounds';
import { BroadQueryError } from '../../store/errors';
import { MAX_STATS_BYTES } from '../../store/page-bytes';
import type { HistoryReader } from '../../store/port';
import { PERIOD_USAGE, type PeriodQuery } from './period-usage';

/** Milliseconds. */
const HOUR = 3_600_000;
const PERIODS_MS: Readonly<Record<string, number>> = {
  '1h': HOUR,
  '24h': 24 * HOUR,
  '1d': 24 * HOUR,
};
/** Actions whose actors are compared. */
const MAX_ACTIONS = 5_000;

@ApiTags('stats')
@Controller()
export class ActionUsageController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly envelopes: Envelopes,
  ) {}

  @ByGet('/v2/stats/get_action_usage')
  getActionUsage(
    @Query() { period = '1h', end_date = '', unique_actors }: ActionUsageQuery,
  ): Promise<object> {
    const endMs = end_date === '' ? this.clock.now() : timeOf('end_date', end_date);
    // Whole hours: the answer is the same for an hour.
    const toMs = endMs - (endMs % HOUR);
    const wanted = { fromMs: toMs - (PERIODS_MS[period] ?? HOUR), toMs };
    return this.envelopes.around(async () => {
      const { actions, transactions } = await this.reader.answer(PERIOD_USAGE, wanted);
      return {
        action_count: actions,
        tx_count: transactions,
        ...(unique_actors === true ? { unique_actors: await this.#actors(wanted) } : {}),
        period,
        from: new Date(wanted.fromMs).toISOString(),
        to: new Date(wanted.toMs).toISOString(),
      };
    });
  }

  /** Different actors of all actions of a period. @throws BroadQueryError when it has too many actions */
  async #actors({ fromMs, toMs }: PeriodQuery): Promise<number> {
    const { items, total, isCut } = await this.reader.actions({
      ...{ order: 'desc', skip: 0, limit: MAX_ACTIONS, countUpTo: MAX_ACTIONS + 1 },
      ...{ maxBytes: MAX_STATS_BYTES, mayBeShort: true },
      range: { fromTimeMs: fromMs, toTimeMs: toMs - 1 },
    });
    if (total.value > MAX_ACTIONS)
      throw new BroadQueryError([`unique_actors=false: the period has more than ${MAX_ACTIONS} actions`]);
    if (isCut) throw new BroadQueryError(['unique_actors=false: the actions of the period are too large']);
    return new Set(items.flatMap(({ authorization }) => authorization.map(({ actor }) => actor))).size;
  }
}
