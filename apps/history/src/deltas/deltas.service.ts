import { Inject, Injectable } from '@nestjs/common';
import { deltaDocument } from '../answers/delta-document';
import { Decoder } from '../decoding/decoder';
import { READER } from '../decoding/tokens';
import { Envelopes } from '../envelope/envelopes';
import { nextCursor, shortPage } from '../parameters/cursor';
import type { HistoryReader } from '../store/port';
import type { HistoryDeltasQuery } from './deltas.dto';
import { deltaSearchOf } from './search';

@Injectable()
export class DeltasService {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly decoder: Decoder,
    private readonly envelopes: Envelopes,
  ) {}

  /** GET /v2/history/get_deltas. */
  getDeltas(query: HistoryDeltasQuery): Promise<object> {
    const search = deltaSearchOf(query);
    return this.envelopes.around(async () => {
      const page = await this.reader.deltas({ ...search, ...shortPage(search) });
      const { items, total } = page;
      const deltas = await this.decoder.deltas(items);
      return {
        total,
        deltas: deltas.map(({ record, decoded }) => deltaDocument(record, decoded)),
        ...nextCursor(items.at(-1)?.sequence, page, search),
      };
    });
  }
}
