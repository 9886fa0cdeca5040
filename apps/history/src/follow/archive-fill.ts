import { bytesToHex, equalBytes } from '@app/antelope';
import type { ArchivedBlock, GetBlocksResult, ShipStatus } from '@app/ship';
import { Archive } from '../segments/archive';
import { RefusedArchiveError, UnavailableArchiveError } from '../segments/archive-errors';
import type { SegmentEntry } from '../segments/manifest';
import type { HistoryWriter } from '../store/port';
import { archiveStatus, asResults, refusedBy, requireProven } from './archived-results';
import { BlockApplier } from './block-applier';
import type { BlockDerivation } from './block-derivation';
import { MissingHistoryError } from './follow-errors';
import type { FollowOptions } from './follow-options';
import { readProvenBlock } from './proven-block';
import { Retention } from './retention';
import type { StatusKeeper } from './status-keeper';

interface FillParts {
  readonly options: FollowOptions;
  readonly writer: HistoryWriter;
  readonly derivation: BlockDerivation;
  readonly keeper: StatusKeeper;
}

/**
 * Fills a store from archives, as far as they have the blocks that come next: those of an empty store, or behind its last
 * block. A segment is stored after all of it has proven itself. The store has the position: another attempt continues.
 */
export class ArchiveFill {
  #isDue: boolean;
  /** Of the last look at the archives. */
  #error: Error | undefined;

  constructor(private readonly parts: FillParts) {
    this.#isDue = this.#urls.length > 0;
  }

  get #urls(): readonly string[] {
    return this.parts.options.archiveUrls ?? [];
  }

  /**
   * Looks at the archives, once until a server lacks history. Throws the error of an archive where the store is empty;
   * else the servers are asked for what the archives did not give.
   * @param status of the server that is used
   * @returns whether blocks were written
   */
  async run(status: ShipStatus, signal: AbortSignal): Promise<boolean> {
    const { writer } = this.parts;
    if (!this.#isDue || (await writer.filling()) !== undefined) return false;
    this.#error = undefined;
    let hasFilled = false;
    while (!signal.aborted && (await this.#pass(status, signal))) hasFilled = true;
    if (this.#error !== undefined && (await writer.cursor()) === undefined) throw this.#error;
    this.#isDue = false;
    return hasFilled;
  }

  /** The server that is used failed. Where it lacks history, the archives are looked at again. @returns what is reported */
  failureOf(error: unknown): unknown {
    if (!(error instanceof MissingHistoryError)) return error;
    this.#isDue = this.#urls.length > 0;
    if (this.#error === undefined) return error;
    return new MissingHistoryError(`${error.message}; ${this.#error.message}`, { cause: error });
  }

  /**
   * Takes from each archive what comes next. An empty store begins with the earliest one, so all of them have to be there.
   * @returns whether one of them had something
   */
  async #pass(status: ShipStatus, signal: AbortSignal): Promise<boolean> {
    const archives: Archive[] = [];
    for (const url of this.#urls)
      await this.#attempt(async () => archives.push(await this.#open(url, status, signal)), signal);
    const isEmpty = (await this.parts.writer.cursor()) === undefined;
    if (isEmpty && archives.length < this.#urls.length) return false;
    let hasFilled = false;
    for (const archive of archives.sort((left, right) => left.firstNum - right.firstNum))
      await this.#attempt(async () => {
        if (await this.#fillFrom(archive, signal)) hasFilled = true;
      }, signal);
    return hasFilled;
  }

  /** Does something with an archive; an error of the archive is kept and reported. */
  async #attempt(work: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (signal.aborted || !isOfArchive(error)) throw error;
      this.parts.keeper.archiveFailed(error);
      this.#error ??= error;
    }
  }

  async #open(url: string, status: ShipStatus, signal: AbortSignal): Promise<Archive> {
    const { options } = this.parts;
    const archive = await Archive.open(url, options.maxMessageBytes, signal);
    const chainId = status.chainId ?? options.chainId;
    if (chainId !== undefined && bytesToHex(chainId) !== archive.manifest.chainId)
      throw new RefusedArchiveError(`the archive ${url} is of chain ${archive.manifest.chainId}`);
    return archive;
  }

  /** @returns whether the archive had blocks that come next */
  async #fillFrom(archive: Archive, signal: AbortSignal): Promise<boolean> {
    const nextNum = await this.#nextNum(archive, signal);
    if (nextNum < archive.firstNum || nextNum > archive.lastNum) return false;
    await this.#write(archive, nextNum, signal);
    return true;
  }

  async #nextNum(archive: Archive, signal: AbortSignal): Promise<number> {
    const { options, writer } = this.parts;
    const cursor = await writer.cursor();
    if (cursor === undefined) return options.firstBlock ?? archive.firstNum;
    const next = cursor.num + 1;
    if (cursor.num === cursor.irreversibleNum || next > archive.lastNum) return next;
    // Blocks of the store that can be undone may be others than those of the archive, which are irreversible.
    const before = await archive.idBefore(next, signal);
    return before !== undefined && equalBytes(before, cursor.id) ? next : cursor.irreversibleNum + 1;
  }

  async #write(archive: Archive, firstNum: number, signal: AbortSignal): Promise<void> {
    const { writer, derivation, keeper, options } = this.parts;
    const retention = new Retention(writer, options);
    const entries = archive.manifest.segments.filter(({ last_block: last }) => last >= firstNum);
    let applier: BlockApplier | undefined;
    let pending = this.#readAhead(archive, entries.shift(), signal);
    while (pending !== undefined && !signal.aborted) {
      const { entry, blocks } = pending;
      const [first, ...others] = await blocks;
      if (first === undefined) throw new Error('the segment has no block');
      pending = this.#readAhead(archive, entries.shift(), signal);
      const status = archiveStatus(archive, first);
      const results = asResults(archive, [first, ...others]);
      await requireProven(results, entry, status);
      if (applier === undefined) {
        applier = await BlockApplier.resume(writer, derivation, keeper, status, firstNum);
        keeper.started(applier.lastNum);
      }
      const wanted = results.filter(({ thisBlock }) => (thisBlock?.blockNum ?? 0) >= firstNum);
      await this.#apply({ applier, retention, results: wanted, entry }, signal);
    }
  }

  /** Reads a segment while the one before is written. */
  #readAhead(archive: Archive, entry: SegmentEntry | undefined, signal: AbortSignal) {
    if (entry === undefined) return undefined;
    const blocks: Promise<ArchivedBlock[]> = archive.blocks(entry, signal);
    // Its failure is reported where it is waited for.
    blocks.catch(() => undefined);
    return { entry, blocks };
  }

  async #apply({ applier, retention, results, entry }: WrittenSegment, signal: AbortSignal): Promise<void> {
    const { batchBlocks } = this.parts.options;
    for (let at = 0; at < results.length && !signal.aborted; at += batchBlocks)
      try {
        // All of them are proven: by requireProven.
        await applier.apply(results.slice(at, at + batchBlocks), readProvenBlock);
        await retention.afterCommit(applier.lastNum ?? 0);
      } catch (error) {
        throw refusedBy(error, entry);
      }
  }
}

interface WrittenSegment {
  readonly applier: BlockApplier;
  readonly retention: Retention;
  readonly results: readonly GetBlocksResult[];
  readonly entry: SegmentEntry;
}

const isOfArchive = (error: unknown): error is Error =>
  error instanceof RefusedArchiveError || error instanceof UnavailableArchiveError;
