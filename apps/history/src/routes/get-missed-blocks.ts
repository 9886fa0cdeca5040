import { nameFromValue } from '@app/antelope';
import { MissedBlocksQuery } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { missedBlocksDocument } from '../answers/state-documents';
import { READER } from '../decoding/tokens';
import { Envelopes } from '../envelope/envelopes';
import { ByGet } from '../http/node-route.decorator';
import { boundsOf } from '../parameters/bounds';
import { optionalName } from '../parameters/filters';
import { rangeOfBounds } from '../parameters/ranges';
import { bound32 } from '../parameters/uint';
import type { HistoryReader } from '../store/port';

const MAX_EVENTS = 100;

@ApiTags('stats')
@Controller()
export class MissedBlocksController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  /** The newest events, and the sums of all events of the range. */
  @ByGet('/v2/stats/get_missed_blocks')
  getMissedBlocks(@Query() query: MissedBlocksQuery): Promise<object> {
    const producer = optionalName('producer', query.producer);
    const range = rangeOfBounds(boundsOf(query));
    const { min_blocks: minBlocks } = query;
    return this.envelopes.ofState(async () => {
      const { events, byProducer, total } = await this.reader.missedBlocks({
        ...(producer === undefined ? {} : { producer }),
        ...(minBlocks === undefined ? {} : { minBlocks: bound32(minBlocks) }),
        range,
        limit: MAX_EVENTS,
      });
      const sums = [...byProducer].map(([name, size]) => [nameFromValue(name), size] as const);
      // Databases return groups in any order.
      const by_producer = Object.fromEntries(sums.toSorted());
      return { total, stats: { by_producer }, events: events.map(missedBlocksDocument) };
    });
  }
}
