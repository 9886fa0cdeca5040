import { DataEndsError, ValueError } from '@app/antelope';
import type { ByteWindow } from './byte-window';
import { RowReader } from './row-reader';
import { SnapshotError } from './snapshot-error';

/** Rows of one kind in a file: those of an index of the chain's database. */
export interface Section {
  readonly name: string;
  readonly rows: number;
  /** Of the first row. */
  readonly offset: number;
  /** Behind the last row. */
  readonly end: number;
}

/** A row of a real chain has a few MiB at most: the memory of a contract has 33. */
const MAX_ROW_BYTES = 64 * 1024 * 1024;

/** The rows of a section in their order, from a window that begins with the first one. Values that `read` returns are views, which hold until the next row. */
export class SectionRows {
  #reader: RowReader;
  #left: number;

  constructor(
    private readonly window: ByteWindow,
    readonly section: Section,
  ) {
    this.#left = section.rows;
    this.#reader = this.#atHand();
  }

  /** Rows that were not read yet. */
  get left(): number {
    return this.#left;
  }

  /** The next row; undefined when the file has to be read on: by `next`. A promise for each row would take longer. */
  tryNext<T>(read: (reader: RowReader) => T): T | undefined {
    if (this.#left === 0) throw this.refused('ends in the middle of a table');
    const { offset } = this.#reader;
    try {
      const row = read(this.#reader);
      this.#left--;
      return row;
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      if (!(error instanceof DataEndsError))
        throw this.refused(`has a bad ${this.#row}: ${error.message}`, this.window.offset + offset, error);
      this.#reader.rewindTo(offset);
      return undefined;
    }
  }

  /** The next row. @throws SnapshotError */
  async next<T>(read: (reader: RowReader) => T): Promise<T> {
    for (;;) {
      const row = this.tryNext(read);
      if (row !== undefined) return row;
      await this.#readOn();
    }
  }

  /** Declares that everything was read. @throws SnapshotError */
  finish(): void {
    const at = this.window.offset + this.#reader.offset;
    if (this.#left > 0) throw new Error(`${String(this.#left)} rows of ${this.section.name} were not read`);
    if (at < this.section.end)
      throw this.refused(`has ${String(this.section.end - at)} bytes behind its last row`, at);
  }

  refused(
    complaint: string,
    offset = this.window.offset + this.#reader.offset,
    cause?: unknown,
  ): SnapshotError {
    return new SnapshotError(
      `the section ${this.section.name} of the snapshot ${complaint} (byte ${String(offset)})`,
      { cause },
    );
  }

  get #row(): string {
    return `row ${String(this.section.rows - this.#left + 1)} of ${String(this.section.rows)}`;
  }

  async #readOn(): Promise<void> {
    const { window, section } = this;
    window.pass(this.#reader.offset);
    const atHand = window.bytes.length;
    const rest = section.end - window.offset;
    if (atHand >= rest) throw this.refused(`ends in ${this.#row}`, window.offset);
    if (atHand >= MAX_ROW_BYTES)
      throw this.refused(`has more than ${String(MAX_ROW_BYTES)} bytes in ${this.#row}`, window.offset);
    // Twice as much each time: a row that needs more is read from its start again.
    if (!(await window.fill(Math.min(2 * atHand + 1, rest))))
      throw this.refused(`continues behind the end of the file in ${this.#row}`, window.offset);
    this.#reader = this.#atHand();
  }

  #atHand(): RowReader {
    const { bytes, offset } = this.window;
    return new RowReader(bytes.subarray(0, this.section.end - offset));
  }
}
