import { AbiCache } from '../decoding/abi-cache';
import { Decoder } from '../decoding/decoder';
import type { RowSum } from '../store/cold/cold-tier';
import { addRows, areEqual, NO_ROWS } from '../store/cold/row-sums';
import type { TransferRange, TransferTier, TransferValues } from '../store/cold/transfer-tier';
import type { HistoryReader } from '../store/port';
import {
  MOVED_ACTIONS,
  MOVED_RANGES,
  MOVED_TRANSFERS,
  type MovedRange,
  type MovedTransfers,
} from '../store/sql/reading/moved-transfers';
import { transferValues } from './transfer-values';

/** Most actions that are decoded and inserted at once. */
const BATCH = 20_000;

/** A range whose transfers were made. */
export interface MadeTransfers extends TransferRange {
  readonly transfers: number;
}

/**
 * Makes the decoded transfers of ranges that were moved into the cold tier, for SQL. A range is made of what the cold tier
 * has of it, so those that were moved before are made as well, and a range that was replaced is made anew. A step that is
 * stopped at any point is repeated.
 */
export class TransferMaker {
  readonly #abis: AbiCache;
  readonly #decoder: Decoder;
  /** Ranges that are complete; undefined: not asked for since the start or a failure. */
  #made: readonly TransferRange[] | undefined;

  constructor(
    private readonly reader: Pick<HistoryReader, 'answer' | 'abi' | 'close'>,
    private readonly tier: TransferTier,
  ) {
    this.#abis = new AbiCache(reader);
    this.#decoder = new Decoder(this.#abis);
  }

  /** Makes the transfers of the next range; undefined: all ranges have them. Throws ColdTierError, StoreUnavailableError. */
  async step(signal?: AbortSignal): Promise<MadeTransfers | undefined> {
    const moved = await this.reader.answer(MOVED_RANGES, undefined);
    const known = this.#made;
    // A store that was emptied has other ranges, or none: SQL does not keep those of before.
    const isKnown = known?.every((each) => moved.some((range) => isSame(range, each))) ?? false;
    if (moved.length === 0) return isKnown ? undefined : this.#removeAll();
    // While nothing is made, the tables may be missing.
    const made = known !== undefined && known.length > 0 && isKnown ? known : await this.#prepared(moved);
    this.#made = undefined;
    const range = moved.find((each) => !made.some((other) => isSame(each, other)));
    const staged = range && (await this.#stage(range, signal));
    if (range !== undefined && staged !== undefined) {
      await this.tier.replace(range, staged);
      this.#made = [...made, range];
      return { first: range.first, last: range.last, source: range.source, transfers: staged.count };
    }
    this.#made = made;
    return undefined;
  }

  /** Calls in flight fail. */
  stop(): void {
    this.tier.close();
  }

  async close(): Promise<void> {
    this.stop();
    await this.reader.close();
  }

  /** Of a store that was emptied, also before this process began. Creates no tables. */
  async #removeAll(): Promise<undefined> {
    this.#made = undefined;
    await this.tier.keepOnly([]);
    this.#made = [];
  }

  /** The ranges that are made, without those of an earlier state of the store. */
  async #prepared(moved: readonly MovedRange[]): Promise<TransferRange[]> {
    // A store that was emptied uses sequences again.
    this.#abis.forget();
    await this.tier.prepare();
    await this.tier.keepOnly(moved.map(({ first }) => first));
    return this.tier.ranges();
  }

  /** The sum of the rows that are staged; undefined: it was stopped. */
  async #stage(range: MovedRange, signal: AbortSignal | undefined): Promise<RowSum | undefined> {
    await this.tier.clearStage();
    let sum = NO_ROWS;
    let from: bigint | undefined = range.start;
    while (from !== undefined) {
      const found: MovedTransfers = await this.reader.answer(MOVED_TRANSFERS, { range, from, limit: BATCH });
      for (const part of found.parts) {
        if (signal?.aborted === true) return undefined;
        const rows = await this.#transfersOf(part);
        await this.tier.stage(range.first, rows);
        sum = addRows(sum, rows);
      }
      from = found.next;
    }
    return sum;
  }

  async #transfersOf(sequences: readonly bigint[]): Promise<TransferValues[]> {
    const rows: TransferValues[] = [];
    for (const record of await this.reader.answer(MOVED_ACTIONS, sequences)) {
      // One by one: the cost of the values before it decides about none of them. Moved blocks are irreversible.
      const [action] = await this.#decoder.actions([record], Infinity);
      const values = action && transferValues(action);
      if (values !== undefined) rows.push(values);
    }
    return rows;
  }
}

const isSame = (left: TransferRange, right: TransferRange): boolean =>
  left.first === right.first && left.last === right.last && areEqual(left.source, right.source);
