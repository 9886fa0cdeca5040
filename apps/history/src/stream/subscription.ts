import { actionDocument } from '../answers/action-document';
import { deltaDocument } from '../answers/delta-document';
import type { Decoder } from '../decoding/decoder';
import { intersection } from '../parameters/ranges';
import type { HistoryReader } from '../store/port';
import type { HistoryRange } from '../store/queries';
import { matchesFilters } from './stream-filters';
import type { StreamRequest } from './stream-request';

const PAGE = 100;

/** Blocks that a subscription may send now. */
export interface StreamLimits {
  readonly headNum: number;
  readonly irreversibleNum: number;
}

/** Where the entries of a subscription go. */
export interface StreamSink {
  /** Resolves when the client took what was sent before. */
  readyForMore(): Promise<void>;
  send(mode: 'history' | 'live', documents: readonly object[]): void;
  /** The subscription cannot continue. */
  fail(error: unknown): void;
}

interface Entry {
  readonly sequence: bigint;
  readonly blockNum: number;
  readonly document: object;
}

/**
 * Sends the entries that match a request in the order of the chain: those of the past, then those of new blocks, by one
 * and the same search that continues behind the last entry. So nothing is left out between the two, or sent twice.
 */
export class Subscription {
  #position: HistoryRange;
  /** Last block that was read to its end. */
  #readTo = 0;
  #generation = 0;
  #isEnded = false;
  #isReading = false;
  #isAwaited = false;

  /** @param liveFrom first block that counts as live */
  constructor(
    private readonly request: StreamRequest,
    private readonly liveFrom: number,
    private readonly parts: {
      readonly reader: HistoryReader;
      readonly decoder: Decoder;
      readonly sink: StreamSink;
    },
  ) {
    this.#position = request.from;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  end(): void {
    this.#isEnded = true;
  }

  /** Blocks above `num` are gone: those that take their place are sent. */
  undo(num: number): void {
    this.#generation += 1;
    if (this.#readTo <= num) return;
    this.#readTo = num;
    this.#position = intersection([this.request.from, { fromBlock: num + 1 }]);
  }

  /** Sends everything up to the limits that was not sent yet. One call reads at a time. Never rejects. */
  async advance(limitsOf: () => StreamLimits): Promise<void> {
    this.#isAwaited = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isAwaited && !this.#isEnded) {
        this.#isAwaited = false;
        await this.#readUpTo(limitsOf);
      }
    } catch (error) {
      this.#isEnded = true;
      this.parts.sink.fail(error);
    } finally {
      this.#isReading = false;
    }
  }

  async #readUpTo(limitsOf: () => StreamLimits): Promise<void> {
    for (;;) {
      await this.parts.sink.readyForMore();
      const toBlock = this.#lastBlock(limitsOf());
      if (this.#isEnded || toBlock <= this.#readTo) return;
      const generation = this.#generation;
      const entries = await this.#page(toBlock);
      // Blocks of this page were undone meanwhile: read again from where the fork began.
      if (generation !== this.#generation) continue;
      this.#send(entries);
      const last = entries.at(-1);
      if (last !== undefined)
        this.#position = intersection([this.request.from, { fromSequence: last.sequence + 1n }]);
      if (entries.length < PAGE) this.#readTo = toBlock;
      else if (last !== undefined) this.#readTo = Math.max(this.#readTo, last.blockNum - 1);
      if (entries.length < PAGE && toBlock === this.request.untilBlock) this.#isEnded = true;
    }
  }

  #lastBlock({ headNum, irreversibleNum }: StreamLimits): number {
    const newest = this.request.isIrreversibleOnly ? irreversibleNum : headNum;
    return Math.min(newest, this.request.untilBlock ?? newest);
  }

  #send(entries: readonly Entry[]): void {
    const { filters, combination } = this.request;
    const matching = entries.filter(({ document }) => matchesFilters(document, filters, combination));
    for (const mode of ['history', 'live'] as const) {
      const isOfMode = ({ blockNum }: Entry): boolean => blockNum >= this.liveFrom === (mode === 'live');
      const documents = matching.filter(isOfMode).map(({ document }) => document);
      if (documents.length > 0) this.parts.sink.send(mode, documents);
    }
  }

  async #page(toBlock: number): Promise<readonly Entry[]> {
    const { search } = this.request;
    const { reader, decoder } = this.parts;
    const range = intersection([this.#position, { toBlock }]);
    const page = { range, order: 'asc', skip: 0, limit: PAGE, countUpTo: 0 } as const;
    if (search.type === 'action_trace') {
      const { items } = await reader.actions({ ...search.query, ...page });
      const { irreversibleNum } = await reader.status();
      const actions = await decoder.actions(items, irreversibleNum);
      return actions.map(({ record, decoded }) => ({
        sequence: record.globalSequence,
        blockNum: record.transaction.block.num,
        document: actionDocument(record, decoded),
      }));
    }
    const { items } = await reader.deltas({ ...search.query, ...page });
    const deltas = await decoder.deltas(items);
    return deltas.map(({ record, decoded }) => ({
      sequence: record.sequence,
      blockNum: record.block.num,
      document: deltaDocument(record, decoded),
    }));
  }
}
