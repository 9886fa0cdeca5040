import type { Json } from '@app/antelope';
import type { TableAddress } from '@app/networks';
import { type ChainClient, parseRows, ROW_PAGE, rowInteger } from '@app/upstream';
import { z } from 'zod';

/** Rows of the first request: a network that is followed has few new ones. */
const FIRST_PAGE = 50;
/** Rows that are looked through for what a client was not sent. */
export const MAX_ROWS = 2_000;

/** A number before those of all rows. */
export const NO_ROW = -1n;

/** A row of a log with its number. */
export interface NumberedRow {
  readonly id: bigint;
  readonly row: Json;
}

/** The rows of a log behind a number. */
export interface RowsBehind {
  /** Oldest first. */
  readonly rows: readonly NumberedRow[];
  /**
   * Whether the log was read back to the number: that row, or an older one, is there. False: rows behind it may be
   * missing, because there are more than are read, because the contract has removed them, or because the log ends
   * before the number: the chain was set back.
   */
  readonly isWhole: boolean;
  /** The newest row that is not behind the number; undefined where the log was not read back to it, or has none. */
  readonly before: NumberedRow | undefined;
}

const numbered = z.object({ id: rowInteger });

/**
 * A table that grows by rows of rising numbers, read from its end backwards and only as far as someone needs: once for
 * all clients, page by page.
 */
export class NewestRows {
  /** Newest first. */
  readonly #rows: NumberedRow[] = [];
  #isAtEnd = false;
  #loading: Promise<void> | undefined;

  constructor(
    private readonly chain: Pick<ChainClient, 'tableRows'>,
    private readonly table: TableAddress,
  ) {}

  /** @param isBehind whether a row is still to be read: the first one that is not ends the rows */
  async whileIs(isBehind: (row: NumberedRow) => boolean): Promise<RowsBehind> {
    for (;;) {
      const at = this.#rows.findIndex((row) => !isBehind(row));
      if (at >= 0) {
        return { rows: this.#rows.slice(0, at).reverse(), isWhole: true, before: this.#rows[at] };
      }
      if (this.#isAtEnd || this.#rows.length >= MAX_ROWS) break;
      this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
      await this.#loading;
    }
    return { rows: [...this.#rows].reverse(), isWhole: false, before: undefined };
  }

  /** The rows with a higher number. All of them where it is NO_ROW: nothing was there. */
  async behind(id: bigint): Promise<RowsBehind> {
    const { rows, isWhole, before } = await this.whileIs((row) => row.id > id);
    const endsBefore = rows.length === 0 && before !== undefined && before.id < id;
    return { rows, isWhole: (isWhole && !endsBefore) || (id === NO_ROW && this.#isAtEnd), before };
  }

  /** A row that was read. */
  known(id: bigint): NumberedRow | undefined {
    return this.#rows.find((row) => row.id === id);
  }

  /** The number of the row before one, as far as rows were read; of the newest row where that is undefined; else NO_ROW. */
  before(id: bigint | undefined): bigint {
    return this.#rows.find((row) => id === undefined || row.id < id)?.id ?? NO_ROW;
  }

  async #load(): Promise<void> {
    const last = this.#rows.at(-1);
    const bound = last === undefined ? {} : { upper_bound: String(last.id - 1n) };
    if (last?.id === 0n) {
      this.#isAtEnd = true;
      return;
    }
    const limit = last === undefined ? FIRST_PAGE : ROW_PAGE;
    const { rows, more } = await this.chain.tableRows({ ...this.table, ...bound, reverse: true, limit });
    const ids = parseRows(this.table, numbered, rows);
    // Appended at once: rows that a reader sees are those of whole pages.
    this.#rows.push(...rows.map((row, index) => ({ id: ids[index]?.id ?? NO_ROW, row })));
    this.#isAtEnd = !more || rows.length === 0;
  }
}
