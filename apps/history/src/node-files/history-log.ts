import { refusedFile, placeOf } from './file-errors';
import { type EntryHead, HEAD_BYTES, POSITION_BYTES, readEntryHead } from './entry-head';
import { LogFile } from './log-file';
import { decompressed, MAX_PAYLOAD_HEAD, PayloadError, readPayloadHead } from './payload';
import { PositionIndex } from './position-index';

/** At the end of a pruned log: how many blocks it has. */
const COUNT_BYTES = 4;

interface Entry extends EntryHead {
  readonly position: number;
}

/** A section of a block, and the id that the log has for the block. */
export interface LoggedSection {
  readonly id: Uint8Array;
  readonly bytes: Uint8Array;
}

interface Parts {
  readonly file: LogFile;
  readonly index: PositionIndex;
  /** The block of the first entry of the index. */
  readonly indexFirst: number;
  /** The entries end there. */
  readonly end: number;
}

/**
 * A state-history log of a node (`trace_history.log`, `chain_state_history.log`) with its index. Of a number that forks
 * wrote several times, the index has the last one.
 */
export class HistoryLog {
  /** The first block that it has. */
  firstNum = 0;
  /** The one behind its last block. */
  endNum = 0;

  private constructor(private readonly parts: Parts) {}

  /**
   * @param stem path without `.log`
   * @returns undefined where the log is missing, or has no whole entry
   * @throws UnavailableFileError, RefusedFileError
   */
  static async open(stem: string): Promise<HistoryLog | undefined> {
    const file = await LogFile.open(`${stem}.log`);
    if (file === undefined) return undefined;
    let index: PositionIndex | undefined;
    try {
      if (file.size >= HEAD_BYTES) {
        const first = readEntryHead(await file.read(0, HEAD_BYTES), file.name, 'offset 0');
        index = await PositionIndex.open(`${stem}.index`);
        if (index === undefined) throw refusedFile(file.name, 'offset 0', 'its index is missing');
        const end = file.size - (first.isPruned ? COUNT_BYTES : 0);
        const log = new HistoryLog({ file, index, indexFirst: first.num, end });
        await (first.isPruned ? log.#findPrunedRange() : log.#findRange());
        if (log.endNum > log.firstNum) return log;
      }
    } catch (error) {
      await Promise.all([file.close(), index?.close()]);
      throw error;
    }
    await Promise.all([file.close(), index?.close()]);
    return undefined;
  }

  /** The id of a block that the log has. Throws RefusedFileError. */
  async idOf(num: number): Promise<Uint8Array> {
    return (await this.#entry(num)).id;
  }

  /** The offset of a block. */
  positionOf(num: number): Promise<number> {
    return this.parts.index.position(num - this.parts.indexFirst);
  }

  /** The content of a block that the log has. Throws RefusedFileError. @param maxBytes of the content */
  async section(num: number, maxBytes: number): Promise<LoggedSection> {
    const { file } = this.parts;
    const { id, position, payloadBytes } = await this.#entry(num);
    const start = position + HEAD_BYTES;
    try {
      const head = await file.read(start, Math.min(MAX_PAYLOAD_HEAD, payloadBytes));
      const payload = readPayloadHead(head, payloadBytes, maxBytes);
      const stream = await file.read(start + payload.headBytes, payload.compressedBytes);
      return { id, bytes: await decompressed(stream, payload, maxBytes) };
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      throw refusedFile(file.name, placeOf(num, position), error.message, error);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.parts.file.close(), this.parts.index.close()]);
  }

  /** Entries at the end that the file does not have as a whole are left out: they are being written, or were torn. */
  async #findRange(): Promise<void> {
    const { index, indexFirst } = this.parts;
    this.firstNum = indexFirst;
    for (let count = index.count; count > 0; count--) {
      this.endNum = indexFirst + count;
      if (await this.#isWhole(this.endNum - 1)) {
        await this.#entry(this.endNum - 1);
        return;
      }
    }
    this.endNum = indexFirst;
  }

  async #isWhole(num: number): Promise<boolean> {
    const { file, end } = this.parts;
    const position = await this.positionOf(num);
    if (position + HEAD_BYTES > end) return false;
    const head = this.#headAt(await file.read(position, HEAD_BYTES), num, position);
    return endOf({ ...head, position }) <= end;
  }

  /** The number of blocks at the end of the file counts from the last one back. */
  async #findPrunedRange(): Promise<void> {
    const { file, index, indexFirst, end } = this.parts;
    this.endNum = indexFirst + index.count;
    const last = await file.position(end - POSITION_BYTES);
    if (index.count === 0 || last !== (await this.positionOf(this.endNum - 1)))
      throw refusedFile(
        file.name,
        `offset ${String(end)}`,
        `the pruned log ends with another entry than ${index.name}`,
      );
    this.firstNum = this.endNum - (await file.read(end, COUNT_BYTES)).readUInt32LE();
    if (this.firstNum < indexFirst)
      throw refusedFile(
        file.name,
        `offset ${String(end)}`,
        'the pruned log is said to have more blocks than entries',
      );
    await this.#entry(this.endNum - 1);
  }

  /** The whole entry of a block. */
  async #entry(num: number): Promise<Entry> {
    const { file, end } = this.parts;
    const position = await this.positionOf(num);
    const place = placeOf(num, position);
    if (position + HEAD_BYTES > end) throw refusedFile(file.name, place, 'the file ends before it');
    const entry = { ...this.#headAt(await file.read(position, HEAD_BYTES), num, position), position };
    const entryEnd = endOf(entry);
    if (entryEnd > end) throw refusedFile(file.name, place, 'the file ends within it');
    if ((await file.position(entryEnd - POSITION_BYTES)) !== position)
      throw refusedFile(file.name, place, 'another offset is behind the entry');
    return entry;
  }

  #headAt(bytes: Buffer, num: number, position: number): EntryHead {
    const { file, index } = this.parts;
    const place = placeOf(num, position);
    const head = readEntryHead(bytes, file.name, place);
    if (head.num !== num)
      throw refusedFile(
        file.name,
        place,
        `block ${String(head.num)} is there: ${index.name} does not fit, or the log is damaged`,
      );
    return head;
  }
}

const endOf = ({ position, payloadBytes }: Entry): number =>
  position + HEAD_BYTES + payloadBytes + POSITION_BYTES;
