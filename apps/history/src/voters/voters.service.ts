import { VotersQuery } from '@app/node-api';
import { Inject, Injectable } from '@nestjs/common';
import { voterDocument } from '../answers/state-documents';
import { READER } from '../decoding/tokens';
import { Envelopes } from '../envelope/envelopes';
import { nameOf } from '../parameters/filters';
import { pageOf } from '../parameters/page';
import type { HistoryReader } from '../store/port';

const LIMITS = { unset: 10, max: 1000 };

@Injectable()
export class VotersService {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  /** GET /v2/state/get_voters. */
  getVoters({ producer = '', proxy, is_proxy, listProducers, ...parameters }: VotersQuery): Promise<object> {
    const producers = producer
      .split(',')
      .filter((text) => text.trim() !== '')
      .map((text) => nameOf('producer', text));
    const conditions = {
      ...pageOf(parameters, LIMITS),
      producers,
      ...(proxy === true || is_proxy === true ? { isProxy: true as const } : {}),
    };
    return this.envelopes.ofState(async () => {
      const { items, total } = await this.reader.voters(conditions);
      return {
        total,
        voter_count: total.value,
        voters: items.map((voter) => voterDocument(voter, listProducers)),
      };
    });
  }
}
