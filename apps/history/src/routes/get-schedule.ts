import { ScheduleQuery as ScheduleParameters } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { totalOfOne } from '../answers/envelope';
import { scheduleDocument } from '../answers/state-documents';
import { READER } from '../decoding/tokens';
import { Envelopes } from '../envelope/envelopes';
import { ByGet } from '../http/node-route.decorator';
import { boundsOf } from '../parameters/bounds';
import { optionalName } from '../parameters/filters';
import { rangeOfBounds } from '../parameters/ranges';
import { bound32 } from '../parameters/uint';
import type { HistoryReader } from '../store/port';
import type { ScheduleQuery } from '../store/queries';
import { keyBytes } from '../parameters/public-key';

/** The members of a schedule, where none matches. */
const NO_SCHEDULE = { timestamp: '', block_num: 0, proposed_block_num: 0, version: 0, producers: [] };

/** With instant finality: see known-producers.ts. */
const LATER_UNKNOWN = { complete: false } as const;

@ApiTags('history')
@Controller()
export class SchedulesController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  /**
   * The newest schedule that matches. Without a mode, an activated one answers where the proposal is not known, for it
   * was made before the first block of the history.
   */
  @ByGet('/v2/history/get_schedule')
  getSchedule(@Query() query: ScheduleParameters): Promise<object> {
    const { version, mode } = query;
    const producer = optionalName('producer', query.producer);
    const key = query.key === undefined || query.key === '' ? undefined : keyBytes(query.key);
    const range = rangeOfBounds(boundsOf(query));
    return this.envelopes.ofState(async () => {
      const wanted = {
        ...(version === undefined ? {} : { version: bound32(version) }),
        ...(producer === undefined ? {} : { producer }),
        ...(key === undefined ? {} : { key }),
        range,
      };
      const newest = (kind: ScheduleQuery['kind']) => this.reader.schedule({ ...wanted, kind });
      const found =
        mode === undefined
          ? ((await newest('proposed')) ?? (await newest('activated')))
          : await newest(mode === 'activated' ? 'activated' : 'proposed');
      const total = totalOfOne(found !== undefined);
      const known = (await this.reader.areProducersKnown()) ? {} : LATER_UNKNOWN;
      return { total, ...known, ...(found === undefined ? NO_SCHEDULE : scheduleDocument(found)) };
    });
  }
}
