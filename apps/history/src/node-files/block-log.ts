import { placeOf, refusedFile } from './file-errors';
import { type BlockLogHead, MAX_HEAD_BYTES, readBlockLogHead } from './block-log-head';
import { LogFile } from './log-file';
import { PositionIndex } from './position-index';

/** Behind each block: where it begins. */
const POSITION_BYTES = 8;
/** At the end of a pruned log: how many blocks it has. */
const COUNT_BYTES = 4;

interface Parts {
  readonly file: LogFile;
  readonly index: PositionIndex;
  readonly head: BlockLogHead;
  /** The blocks end there. */
  readonly end: number;
}

/** The block log of a node (`blocks.log`) with its index: irreversible blocks. */
export class BlockLog {
  /** The first block that it has. */
  firstNum: number;
  /** The one behind its last block; that of the first one where it has none. */
  endNum: number;

  private constructor(private readonly parts: Parts) {
    this.firstNum = this.endNum = parts.head.firstNum;
  }

  /**
   * @param stem path without `.log`
   * @returns undefined where the log is missing or empty
   * @throws UnavailableFileError, RefusedFileError
   */
  static async open(stem: string): Promise<BlockLog | undefined> {
    const file = await LogFile.open(`${stem}.log`);
    if (file === undefined) return undefined;
    let index: PositionIndex | undefined;
    try {
      if (file.size > 0) {
        const bytes = await file.read(0, Math.min(MAX_HEAD_BYTES, file.size));
        const head = readBlockLogHead(bytes, file.name);
        index = await PositionIndex.open(`${stem}.index`);
        if (index === undefined) throw refusedFile(file.name, 'offset 0', 'its index is missing');
        const log = new BlockLog({ file, index, head, end: file.size - (head.isPruned ? COUNT_BYTES : 0) });
        await log.#findRange();
        return log;
      }
    } catch (error) {
      await Promise.all([file.close(), index?.close()]);
      throw error;
    }
    await file.close();
    return undefined;
  }

  /** 32 bytes. */
  get chainId(): Uint8Array {
    return this.parts.head.chainId;
  }

  /** The offset of a block. */
  positionOf(num: number): Promise<number> {
    return this.parts.index.position(num - this.parts.head.firstNum);
  }

  /** A packed signed_block of the log. Throws RefusedFileError. @param maxBytes of the block */
  async block(num: number, maxBytes: number): Promise<Uint8Array> {
    const { file } = this.parts;
    const { position, bytes } = await this.#wholeBlock(num);
    if (bytes > maxBytes)
      throw refusedFile(
        file.name,
        placeOf(num, position),
        `it has ${String(bytes)} bytes, and ${String(maxBytes)} are the limit`,
      );
    return file.read(position, bytes);
  }

  async close(): Promise<void> {
    await Promise.all([this.parts.file.close(), this.parts.index.close()]);
  }

  /** Blocks at the end that the file does not have as a whole are left out: they are being written, or were torn. */
  async #findRange(): Promise<void> {
    const { file, index, head, end } = this.parts;
    this.endNum = head.firstNum + index.count;
    while (this.endNum > head.firstNum && (await this.positionOf(this.endNum - 1)) >= end) this.endNum -= 1;
    if (this.endNum === head.firstNum) return;
    // The last block of the index has no other end than that of the file.
    if (!(await this.#isWhole(this.endNum - 1))) {
      if (head.isPruned)
        throw refusedFile(
          file.name,
          `offset ${String(end)}`,
          `it ends with another block than ${index.name}`,
        );
      this.endNum -= 1;
      if (this.endNum > head.firstNum) await this.#wholeBlock(this.endNum - 1);
    }
    if (head.isPruned) await this.#findPrunedBegin();
  }

  async #findPrunedBegin(): Promise<void> {
    const { file, head, end } = this.parts;
    this.firstNum = this.endNum - (await file.read(end, COUNT_BYTES)).readUInt32LE();
    if (this.firstNum < head.firstNum)
      throw refusedFile(
        file.name,
        `offset ${String(end)}`,
        'the pruned log is said to have more blocks than its index',
      );
  }

  /** Where a block is. Throws RefusedFileError unless its offset is behind it. */
  async #wholeBlock(num: number): Promise<{ readonly position: number; readonly bytes: number }> {
    const { file, index } = this.parts;
    const position = await this.positionOf(num);
    const bytes = (await this.#endOf(num)) - POSITION_BYTES - position;
    if (!(bytes > 0) || !(await this.#isWhole(num)))
      throw refusedFile(
        file.name,
        placeOf(num, position),
        `another offset is behind the block: ${index.name} does not fit, or the log is damaged`,
      );
    return { position, bytes };
  }

  /** Whether the offset of a block is behind it. */
  async #isWhole(num: number): Promise<boolean> {
    const end = await this.#endOf(num);
    const position = await this.positionOf(num);
    if (end > this.parts.end || end < position + POSITION_BYTES) return false;
    return (await this.parts.file.position(end - POSITION_BYTES)) === position;
  }

  async #endOf(num: number): Promise<number> {
    const { index, head, end } = this.parts;
    return num + 1 < head.firstNum + index.count ? this.positionOf(num + 1) : end;
  }
}
