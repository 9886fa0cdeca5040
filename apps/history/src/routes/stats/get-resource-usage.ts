import { CLOCK, type Clock } from '@app/operations';
import { ResourceUsageQuery } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { READER } from '../../decoding/tokens';
import { Envelopes } from '../../envelope/envelopes';
import { ByGet } from '../../http/node-route.decorator';
import { nameOf } from '../../parameters/filters';
import { MAX_STATS_BYTES } from '../../store/page-bytes';
import type { HistoryReader } from '../../store/port';
import { distributionOf } from './distribution';

/** Milliseconds. */
const DAY = 86_400_000;
const DAYS = 2;
/** Newest transactions that the statistics are of. */
const MAX_TRANSACTIONS = 5_000;

@ApiTags('stats')
@Controller()
export class ResourceUsageController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly envelopes: Envelopes,
  ) {}

  /** CPU and NET of the transactions that begin with an action, on the two days before today (UTC). */
  @ByGet('/v2/stats/get_resource_usage')
  getResourceUsage(@Query() { code = '', action = '' }: ResourceUsageQuery): Promise<object> {
    const filters = [{ code: nameOf('code', code), name: nameOf('action', action) }];
    const now = this.clock.now();
    const todayMs = now - (now % DAY);
    return this.envelopes.around(async () => {
      const { items, total } = await this.reader.actions({
        ...{ filters, conditions: { actionOrdinal: 1 } },
        range: { fromTimeMs: todayMs - DAYS * DAY, toTimeMs: todayMs - 1 },
        ...{ order: 'desc', skip: 0, limit: MAX_TRANSACTIONS, required: 0 },
        countUpTo: MAX_TRANSACTIONS,
        ...{ maxBytes: MAX_STATS_BYTES, mayBeShort: true },
      });
      return {
        total,
        cpu: distributionOf(items.map(({ transaction }) => transaction.cpuUsageUs)),
        net: distributionOf(items.map(({ transaction }) => transaction.netUsageWords)),
      };
    });
  }
}
