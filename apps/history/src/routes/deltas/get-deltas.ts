import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { deltaDocument } from '../../answers/delta-document';
import { Decoder } from '../../decoding/decoder';
import { READER } from '../../decoding/tokens';
import { Envelopes } from '../../envelope/envelopes';
import { ByGet } from '../../http/node-route.decorator';
import { nextCursor, requireSameBranch, shortPage } from '../../parameters/cursor';
import type { HistoryReader } from '../../store/port';
import { HistoryDeltasQuery } from './deltas.dto';
import { deltaSearchOf } from './delta-search';

@ApiTags('history')
@Controller()
export class DeltasController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly decoder: Decoder,
    private readonly envelopes: Envelopes,
  ) {}

  @ByGet('/v2/history/get_deltas')
  getDeltas(@Query() query: HistoryDeltasQuery): Promise<object> {
    const search = deltaSearchOf(query);
    return this.envelopes.around(async (status) => {
      const page = await this.reader.deltas({ ...search, ...shortPage(search) });
      await requireSameBranch(this.reader, search, status);
      const { items, total } = page;
      const deltas = await this.decoder.deltas(items);
      return {
        total,
        deltas: deltas.map(({ record, decoded }) => deltaDocument(record, decoded)),
        ...nextCursor(items.at(-1), page, search, status),
      };
    });
  }
}
