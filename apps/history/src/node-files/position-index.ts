import { LogFile } from './log-file';

const BYTES = 8;

/** The places of the blocks of a log: file `*.index`, eight bytes a block, from the first block of the log on. */
export class PositionIndex {
  private constructor(private readonly file: LogFile) {}

  /** @returns undefined where the file is missing */
  static async open(file: string): Promise<PositionIndex | undefined> {
    const opened = await LogFile.open(file);
    return opened && new PositionIndex(opened);
  }

  get name(): string {
    return this.file.name;
  }

  /** A part of an entry at the end is left out: it is being written, or was torn. */
  get count(): number {
    return Math.floor(this.file.size / BYTES);
  }

  /** @param at the first block of the log has 0 */
  position(at: number): Promise<number> {
    return this.file.position(at * BYTES);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
