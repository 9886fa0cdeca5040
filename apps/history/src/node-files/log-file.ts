import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { refusedFile, UnavailableFileError } from './file-errors';

/** Bytes that are read at once: blocks that follow each other share a read. */
const WINDOW_BYTES = 256 * 1024;
/** Bytes of a window that are before the place that was asked for, where a reader goes back. */
const BACK_BYTES = 32 * 1024;

/** A file as long as it was when it was opened: a node may write behind that meanwhile. */
export class LogFile {
  #window = Buffer.alloc(0);
  #windowStart = 0;

  private constructor(
    private readonly handle: FileHandle,
    readonly name: string,
    readonly size: number,
  ) {}

  /**
   * A regular file: reading a named pipe would never end, and a link leads anywhere.
   * @returns undefined where there is no such file
   * @throws UnavailableFileError
   */
  static async open(file: string): Promise<LogFile | undefined> {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(file, flags).catch((cause: unknown) => {
      if (isMissing(cause)) return undefined;
      throw new UnavailableFileError(`${file} cannot be opened: ${String(cause)}`, { cause });
    });
    if (handle === undefined) return undefined;
    const stat = await handle.stat();
    if (stat.isFile()) return new LogFile(handle, path.basename(file), stat.size);
    await handle.close();
    throw new UnavailableFileError(`${file} is no regular file`);
  }

  /** Throws RefusedFileError beyond the end. */
  async read(position: number, length: number): Promise<Buffer> {
    const end = position + length;
    if (end > this.size)
      throw refusedFile(
        this.name,
        `offset ${String(position)}`,
        `${String(length)} bytes are expected, and the file has ${String(this.size)}`,
      );
    if (position < this.#windowStart || end > this.#windowStart + this.#window.length) {
      const start = position < this.#windowStart ? Math.max(0, position - BACK_BYTES) : position;
      await this.#move(start, Math.min(Math.max(end - start, WINDOW_BYTES), this.size - start));
    }
    const at = position - this.#windowStart;
    return this.#window.subarray(at, at + length);
  }

  /** An unsigned integer of 64 bits that is a place in a file; Infinity for one that no file has. */
  async position(at: number): Promise<number> {
    const value = (await this.read(at, 8)).readBigUInt64LE();
    return value > BigInt(Number.MAX_SAFE_INTEGER) ? Infinity : Number(value);
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /** Into a new buffer: what was read before stays as it is. */
  async #move(start: number, length: number): Promise<void> {
    const window = Buffer.allocUnsafeSlow(length);
    for (let read = 0; read < length;) {
      const { bytesRead } = await this.handle.read(window, read, length - read, start + read);
      if (bytesRead === 0)
        throw new UnavailableFileError(`${this.name} became shorter while it was read: the node writes it`);
      read += bytesRead;
    }
    this.#window = window;
    this.#windowStart = start;
  }
}

/** Whether a file or folder is not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
