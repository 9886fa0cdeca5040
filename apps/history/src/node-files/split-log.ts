import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { RefusedFileError, UnavailableFileError } from './file-errors';
import { isMissing } from './log-file';

/** A file of a log. */
export interface LogPart {
  readonly firstNum: number;
  /** The one behind its last block. */
  readonly endNum: number;
  close(): Promise<void>;
}

interface Part {
  readonly stem: string;
  readonly firstNum: number;
  readonly endNum: number;
}

/** Folders into which a node moves the files of a log that it splits, by its default settings. */
const MOVED_TO = ['retained', 'archive'];
const PART = /^-\d+-\d+\.log$/;

/**
 * A log of which the node may have split older files off (`<name>-<first>-<last>.log`). They follow each other without a
 * gap. One of them is open at a time.
 */
export class SplitLog<T extends LogPart> {
  #current: { readonly stem: string; readonly log: T } | undefined;

  private constructor(
    private readonly parts: readonly Part[],
    private readonly openPart: (stem: string) => Promise<T | undefined>,
  ) {}

  /** @throws UnavailableFileError, RefusedFileError */
  static async open<T extends LogPart>(
    folder: string,
    name: string,
    openPart: (stem: string) => Promise<T | undefined>,
  ): Promise<SplitLog<T>> {
    const parts: Part[] = [];
    for (const stem of [...(await splitStems(folder, name)), path.join(folder, name)]) {
      const log = await openPart(stem);
      if (log === undefined) continue;
      await log.close();
      const { firstNum, endNum } = log;
      if (endNum > firstNum) parts.push({ stem, firstNum, endNum });
    }
    parts.sort((left, right) => left.firstNum - right.firstNum || left.endNum - right.endNum);
    requireOrder(parts);
    return new SplitLog(parts, openPart);
  }

  get firstNum(): number {
    return this.parts.at(0)?.firstNum ?? 0;
  }

  /** The block behind the last one; 0 where there is none. */
  get endNum(): number {
    return this.parts.at(-1)?.endNum ?? 0;
  }

  has(num: number): boolean {
    return this.firstNum <= num && num < this.endNum;
  }

  /** The file that has a block of the log. */
  async at(num: number): Promise<T> {
    const part = this.parts.find(({ firstNum, endNum }) => firstNum <= num && num < endNum);
    if (part === undefined) throw new Error(`the log does not have block ${String(num)}`);
    if (this.#current?.stem === part.stem) return this.#current.log;
    await this.close();
    const log = await this.openPart(part.stem);
    if (log === undefined) throw new RefusedFileError(`${path.basename(part.stem)}.log became empty`);
    this.#current = { stem: part.stem, log };
    return log;
  }

  async close(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    await current?.log.close();
  }
}

async function splitStems(folder: string, name: string): Promise<string[]> {
  const stems: string[] = [];
  for (const each of [folder, ...MOVED_TO.map((moved) => path.join(folder, moved))])
    for (const file of await filesIn(each))
      if (file.startsWith(name) && PART.test(file.slice(name.length)))
        stems.push(path.join(each, file.slice(0, -'.log'.length)));
  return stems;
}

/** Nodes that do not split their logs have no such folders. */
async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw new UnavailableFileError(`${folder} cannot be read: ${String(cause)}`, { cause });
  }
}

function requireOrder(parts: readonly Part[]): void {
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1];
    if (before === undefined || before.endNum === part.firstNum) continue;
    throw new RefusedFileError(
      `${rangeText(before)} is not followed by ${rangeText(part)}: ${before.endNum < part.firstNum ? 'blocks between them are missing' : 'they have the same blocks'}`,
    );
  }
}

const rangeText = ({ stem, firstNum, endNum }: Part): string =>
  `${path.basename(stem)}.log (blocks ${String(firstNum)} to ${String(endNum - 1)})`;
