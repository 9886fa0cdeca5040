import { nameFromValue } from '@app/antelope';
import { MissedBlocksQuery } from '@app/node-api';
import { Inject, Injectable } from '@nestjs/common';
import { missedBlocksDocument } from '../answers/state-documents';
import { READER } from '../decoding/tokens';
import { Envelopes } from '../envelope/envelopes';
import { boundsOf } from '../parameters/bounds';
import { optionalName } from '../parameters/filters';
import { rangeOfBounds } from '../parameters/ranges';
import { bound32 } from '../parameters/uint';
import type { HistoryReader } from '../store/port';

const MAX_EVENTS = 100;

@Injectable()
export class MissedBlocksService {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  /** GET /v2/stats/get_missed_blocks: the newest events, and the sums of all events of the range. */
  getMissedBlocks(query: MissedBlocksQuery): Promise<object> {
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
