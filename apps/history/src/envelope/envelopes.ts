import { Inject, Injectable } from '@nestjs/common';
import { type Envelope, envelope, type StateEnvelope, stateEnvelope } from '../answers/envelope';
import { READER } from '../decoding/tokens';
import type { HistoryReader } from '../store/port';
import type { StoreStatus } from '../store/records';

/** Puts answers into the envelope of /v2: position of the index, duration of the query. */
@Injectable()
export class Envelopes {
  constructor(@Inject(READER) private readonly reader: HistoryReader) {}

  /** @param work makes the members of the answer, knowing the position that the envelope will have */
  async around<T extends object>(work: (status: StoreStatus) => Promise<T>): Promise<Envelope & T> {
    const startedMs = performance.now();
    const status = await this.reader.status();
    const members = await work(status);
    return { ...envelope(status, performance.now() - startedMs), ...members };
  }

  /** The same for answers from the state, which say when the state before the first block of the store is not known. */
  ofState<T extends object>(
    work: (status: StoreStatus) => Promise<T>,
  ): Promise<Envelope & StateEnvelope & T> {
    return this.around(async (status) => ({ ...stateEnvelope(status), ...(await work(status)) }));
  }
}
