import type { Decoder } from '../decoding/decoder';
import { intersection } from '../parameters/ranges';
import type { HistoryReader } from '../store/port';
import type { HistoryRange } from '../store/queries';
import { lastBlockUntil } from './block-at-time';
import type { SharedBlocks } from './shared-blocks';
import { StreamEntry } from './stream-entry';
import { matchesFilters } from './stream-filters';
import type { StreamRequest } from './stream-request';

const PAGE = 100;
/** A subscription that is fewer blocks behind takes them from those that are read for all. */
const RECENT_BLOCKS = 64;

/** Blocks that a subscription may send now. */
export interface StreamLimits {
  readonly headNum: number;
  readonly irreversibleNum: number;
}

/** Where the entries of a subscription go. */
export interface StreamSink {
  /**
   * Runs the work when the client has read enough of the earlier messages for more to be sent, of one subscription of a
   * client at a time.
   * @param isLive whether the subscription has sent the last block before, and is few blocks behind
   */
  inTurn(isLive: boolean, work: () => Promise<void>): Promise<void>;
  send(mode: 'history' | 'live', entries: readonly StreamEntry[]): void;
  /** The past was sent: every entry up to this block. */
  endHistory(lastBlock: number): void;
  /** The subscription cannot continue. */
  fail(error: unknown): void;
}

export interface SubscriptionParts {
  readonly reader: HistoryReader;
  readonly decoder: Decoder;
  readonly shared: SharedBlocks;
  readonly sink: StreamSink;
}

/** The next entries, and the last block that is complete with them. */
interface Page {
  readonly entries: readonly StreamEntry[];
  readonly readTo: number;
}

/**
 * Sends the entries that match a request in the order of the chain: those of the past in pages by a search of its own,
 * then those of new blocks. Each page begins behind the last entry, so nothing is left out between the two, or sent
 * twice.
 */
export class Subscription {
  readonly #firstBlock: number;
  /** First block that was not there when the request came. */
  readonly #newFrom: number;
  #position: HistoryRange;
  /** Last block that was sent to its end. */
  #readTo: number;
  /** Block of the last entry that was found; 0: none that is still part of the chain is known. */
  #foundBlock = 0;
  #generation = 0;
  /** Last block of a request that ends at a time, once it is known. */
  #lastBlockUntil: number | undefined;
  #isPastSent = false;
  #isLive = false;
  #isEnded = false;
  #isReading = false;
  #isAwaited = false;

  /** @param limits at the time of the request: what may be sent then is the past */
  constructor(
    private readonly request: StreamRequest,
    limits: StreamLimits,
    private readonly parts: SubscriptionParts,
  ) {
    this.#newFrom = this.#newest(limits) + 1;
    this.#position = request.from;
    this.#firstBlock = request.from.fromBlock ?? 0;
    this.#readTo = this.#firstBlock - 1;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  end(): void {
    this.#isEnded = true;
  }

  /** Blocks above `num` were undone: those that replace them are sent. */
  undo(num: number): void {
    this.#generation += 1;
    this.#lastBlockUntil = undefined;
    if (Math.max(this.#readTo, this.#foundBlock) <= num) return;
    this.#readTo = Math.max(Math.min(this.#readTo, num), this.#firstBlock - 1);
    if (this.#foundBlock > num) this.#foundBlock = this.request.from.fromTimeMs === undefined ? num : 0;
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
      const generation = this.#generation;
      const newest = this.#newest(limitsOf());
      const end = await this.#end(newest);
      // Blocks were undone meanwhile: read again from where the fork began.
      if (generation !== this.#generation) continue;
      if (!this.#isEnded && this.#readTo >= Math.min(end, this.#newFrom - 1)) this.#endPast(newest);
      this.#isEnded ||= this.#readTo >= end;
      if (this.#isEnded) return;
      const toBlock = Math.min(newest, end, this.#isPastSent ? newest : this.#newFrom - 1);
      if (toBlock <= this.#readTo) {
        this.#isLive = true;
        return;
      }
      // One that fell behind is searched for alone again.
      const isLive = this.#isLive && toBlock - this.#readTo <= RECENT_BLOCKS;
      await this.parts.sink.inTurn(isLive, async () => {
        if (this.#isEnded || generation !== this.#generation) return;
        const page = await this.#nextPage(toBlock);
        if (generation === this.#generation) this.#send(page);
      });
      if (this.#isEnded) return;
    }
  }

  #newest({ headNum, irreversibleNum }: StreamLimits): number {
    return this.request.isIrreversibleOnly ? irreversibleNum : headNum;
  }

  /** The last block that is wanted; Infinity while it is not known. */
  async #end(newest: number): Promise<number> {
    const { until, isHistoryOnly } = this.request;
    const most = isHistoryOnly ? this.#newFrom - 1 : Infinity;
    if (until === undefined) return most;
    return Math.min(most, 'block' in until ? until.block : await this.#lastUntil(until.timeMs, newest));
  }

  async #lastUntil(timeMs: number, newest: number): Promise<number> {
    if (this.#lastBlockUntil !== undefined) return this.#lastBlockUntil;
    const generation = this.#generation;
    const found = await lastBlockUntil(this.parts.reader, timeMs, { from: this.#firstBlock, to: newest });
    if (generation === this.#generation) this.#lastBlockUntil = found;
    return found ?? Infinity;
  }

  /** @param newest block that may be sent: a request may begin behind it */
  #endPast(newest: number): void {
    if (!this.#isPastSent && this.request.isEndReported)
      this.parts.sink.endHistory(Math.max(0, Math.min(this.#readTo, newest)));
    this.#isPastSent = true;
  }

  #send({ entries, readTo }: Page): void {
    const { filters, combination } = this.request;
    const matching = entries.filter(({ document }) => matchesFilters(document, filters, combination));
    if (matching.length > 0) this.parts.sink.send(this.#isPastSent ? 'live' : 'history', matching);
    this.#readTo = Math.max(this.#readTo, readTo);
    const last = entries.at(-1);
    if (last === undefined) return;
    this.#foundBlock = last.blockNum;
    this.#position = intersection([this.request.from, { fromSequence: last.sequence + 1n }]);
  }

  async #nextPage(toBlock: number): Promise<Page> {
    return (await this.#sharedPage(toBlock)) ?? (await this.#searchedPage(toBlock));
  }

  /** Entries of the next block; undefined where it is not one of the newest, or too large to be shared. */
  async #sharedPage(toBlock: number): Promise<Page | undefined> {
    const num = this.#readTo + 1;
    const { fromTimeMs } = this.request.from;
    // A start that is a time may lie in a later block.
    const hasBegun = fromTimeMs === undefined || this.#foundBlock > 0;
    if (!hasBegun || num < 1 || toBlock - num >= RECENT_BLOCKS) return undefined;
    const found = await this.parts.shared.matching(this.request.search, num);
    if (found === undefined) return undefined;
    const { fromSequence = 0n } = this.#position;
    const left = this.#foundBlock === num ? found.filter(({ sequence }) => sequence >= fromSequence) : found;
    const entries = left.slice(0, PAGE);
    return { entries, readTo: left.length > PAGE ? num - 1 : num };
  }

  async #searchedPage(toBlock: number): Promise<Page> {
    const { entries, isCut } = await this.#search(toBlock);
    const last = entries.at(-1);
    const isLast = last === undefined || (entries.length < PAGE && !isCut);
    return { entries, readTo: isLast ? toBlock : last.blockNum - 1 };
  }

  async #search(toBlock: number): Promise<{ entries: readonly StreamEntry[]; isCut: boolean }> {
    const { search } = this.request;
    const { reader, decoder } = this.parts;
    const range = intersection([this.#position, { toBlock }]);
    const page = { range, order: 'asc', skip: 0, limit: PAGE, countUpTo: 0, mayBeShort: true } as const;
    if (search.type === 'action_trace') {
      const { items, isCut = false } = await reader.actions({ ...search.query, ...page });
      const { irreversibleNum } = await reader.status();
      const actions = await decoder.actions(items, irreversibleNum);
      return { entries: actions.map((action) => StreamEntry.ofAction(action)), isCut };
    }
    const { items, isCut = false } = await reader.deltas({ ...search.query, ...page });
    const deltas = await decoder.deltas(items);
    return { entries: deltas.map((delta) => StreamEntry.ofDelta(delta)), isCut };
  }
}
