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
   * missing, because there are more than are read, or because the contract has removed them.
   */
  readonly isWhole: boolean;
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
      if (at >= 0) return { rows: this.#rows.slice(0, at).reverse(), isWhole: true };
      if (this.#isAtEnd || this.#rows.length >= MAX_ROWS) break;
      this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
      await this.#loading;
    }
    return { rows: [...this.#rows].reverse(), isWhole: false };
  }

  /** The rows with a higher number. All of them where it is NO_ROW: nothing was there. */
  async behind(id: bigint): Promise<RowsBehind> {
    const { rows, isWhole } = await this.whileIs((row) => row.id > id);
    return { rows, isWhole: isWhole || (id === NO_ROW && this.#isAtEnd) };
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
