import { bytesToHex, equalBytes } from '@app/antelope';
import type { ArchivedBlock, BlockPosition, GetBlocksResult, ShipStatus } from '@app/ship';
import { Archive } from '../segments/archive';
import { RefusedArchiveError } from '../segments/archive-errors';
import type { SegmentEntry } from '../segments/manifest';
import type { HistoryWriter } from '../store/port';
import { ArchiveAnchors } from './archive-anchors';
import { archiveStatus, asResults, isOfArchive, refusedBy, requireProven } from './archived-results';
import { BlockApplier } from './block-applier';
import type { BlockDerivation } from './block-derivation';
import { IrreversibleForkError, MissingHistoryError } from './follow-errors';
import type { FollowLog } from './follow-log';
import type { FollowOptions } from './follow-options';
import { readProvenBlock } from './proven-block';
import { Retention } from './retention';
import { serverBlockId } from './server-block-id';
import type { ShipSource } from './ship-source';
import type { StatusKeeper } from './status-keeper';

interface FillParts {
  readonly options: FollowOptions;
  readonly writer: HistoryWriter;
  readonly derivation: BlockDerivation;
  readonly keeper: StatusKeeper;
  readonly logger: FollowLog;
}

/** A look at all archives. */
interface Pass {
  readonly anchors: ArchiveAnchors;
  /** The first block of a store that is empty. */
  readonly firstNum: number;
}

/** A part of an archive. */
interface Part {
  readonly archive: Archive;
  readonly firstNum: number;
  readonly last: BlockPosition;
}

/**
 * Fills a store from archives, as far as they have the blocks that come next: those of an empty store, or behind its last
 * block. Nothing above the last irreversible block of the server is taken. A segment is stored after all of it has proven
 * itself. The store has the position: another attempt continues.
 */
export class ArchiveFill {
  #isDue: boolean;
  /** Of the last look at the archives. */
  #error: Error | undefined;
  readonly #linked = new Set<string>();
  /** The archives that blocks were taken from. */
  readonly #used = new Set<string>();

  constructor(private readonly parts: FillParts) {
    this.#isDue = this.#urls.length > 0;
  }

  get #urls(): readonly string[] {
    return this.parts.options.archiveUrls ?? [];
  }

  /**
   * Looks at the archives, once until a server lacks history. Throws the error of an archive where the store is empty;
   * else the servers are asked for what the archives did not give.
   * @param socket of the server that is used
   * @returns whether blocks were written
   */
  async run(socket: ShipSource, status: ShipStatus, signal: AbortSignal): Promise<boolean> {
    const { writer } = this.parts;
    if (!this.#isDue || (await writer.filling()) !== undefined) return false;
    this.#error = undefined;
    let hasFilled = false;
    while (!signal.aborted && (await this.#pass(socket, status, signal))) hasFilled = true;
    if (this.#error !== undefined && (await writer.cursor()) === undefined) throw this.#error;
    this.#isDue = false;
    this.#linked.clear();
    return hasFilled;
  }

  /** The server that is used failed. Where it lacks history, the archives are looked at again. @returns what is reported */
  failureOf(error: unknown): unknown {
    if (error instanceof IrreversibleForkError && this.#used.size > 0)
      return new IrreversibleForkError(
        `${error.message}; blocks of the store are from the archive ${[...this.#used].join(', ')}`,
        { cause: error },
      );
    if (!(error instanceof MissingHistoryError)) return error;
    this.#isDue = this.#urls.length > 0;
    if (this.#error === undefined) return error;
    return new MissingHistoryError(`${error.message}; ${this.#error.message}`, { cause: error });
  }

  /**
   * Takes from each archive what comes next. An empty store begins with the earliest one, so all of them have to be there.
   * @returns whether one of them had something
   */
  async #pass(socket: ShipSource, status: ShipStatus, signal: AbortSignal): Promise<boolean> {
    const { options, writer } = this.parts;
    const archives: Archive[] = [];
    for (const url of this.#urls)
      await this.#attempt(async () => archives.push(await this.#open(url, status, signal)), signal);
    const isEmpty = (await writer.cursor()) === undefined;
    if (isEmpty && archives.length < this.#urls.length) return false;
    archives.sort((left, right) => left.firstNum - right.firstNum);
    const anchors = new ArchiveAnchors({
      serverId: (num) => serverBlockId(socket, status, num, options.silenceMs),
      irreversibleNum: status.lastIrreversible.blockNum,
      ...{ archives, linked: this.#linked },
    });
    const pass = { anchors, firstNum: options.firstBlock ?? archives[0]?.firstNum ?? 0 };
    let hasFilled = false;
    for (const archive of archives)
      await this.#attempt(async () => {
        if (await this.#fillFrom(archive, pass, signal)) hasFilled = true;
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
      throw new RefusedArchiveError(`the archive ${archive.name} is of chain ${archive.manifest.chainId}`);
    return archive;
  }

  /** @returns whether the last block of the store is another one than before */
  async #fillFrom(
    archive: Archive,
    { anchors, firstNum: first }: Pass,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { writer } = this.parts;
    const end = anchors.endOf(archive);
    const firstNum = await this.#nextNum(archive, end, first, signal);
    if (firstNum < archive.firstNum || firstNum > end) return false;
    if (!(await anchors.anchor(archive, firstNum, signal))) this.#warnOfUnanchored(archive, end);
    const blockId = await archive.idAt(end, signal);
    if (blockId === undefined) throw new Error('the archive lacks its own block');
    const before = await writer.cursor();
    this.#used.add(archive.name);
    await this.#write({ archive, firstNum, last: { blockNum: end, blockId } }, signal);
    const after = await writer.cursor();
    return after !== undefined && (before === undefined || !equalBytes(before.id, after.id));
  }

  #warnOfUnanchored({ name }: Archive, end: number): void {
    if (this.#used.has(name)) return;
    this.parts.logger.warn(
      {},
      `the archive ${name} is not anchored: the server does not know block ${String(end)}, so it may be of another chain`,
    );
  }

  /** The block of the archive that comes next, or one that the archive does not have. */
  async #nextNum(archive: Archive, end: number, firstNum: number, signal: AbortSignal): Promise<number> {
    const { writer } = this.parts;
    const cursor = await writer.cursor();
    if (cursor === undefined) return firstNum;
    const next = cursor.num + 1;
    const both = Math.min(cursor.num, end);
    if (cursor.num === cursor.irreversibleNum || both < archive.firstNum) return next;
    // Blocks of the store that can be undone may be others than those of the archive, which are irreversible.
    const [stored, archived] = [await writer.idOf(both), await archive.idAt(both, signal)];
    if (stored !== undefined && archived !== undefined && equalBytes(stored, archived)) return next;
    return Math.max(cursor.irreversibleNum + 1, archive.firstNum);
  }

  async #write({ archive, firstNum, last }: Part, signal: AbortSignal): Promise<void> {
    const { writer, derivation, keeper, options } = this.parts;
    const retention = new Retention(writer, options);
    const entries = archive.manifest.segments.filter(
      (entry) => entry.last_block >= firstNum && entry.first_block <= last.blockNum,
    );
    let applier: BlockApplier | undefined;
    let pending = this.#readAhead(archive, entries.shift(), signal);
    while (pending !== undefined && !signal.aborted) {
      const { entry, blocks } = pending;
      const [first, ...others] = await blocks;
      if (first === undefined) throw new Error('the segment has no block');
      pending = this.#readAhead(archive, entries.shift(), signal);
      const status = archiveStatus(archive, first, last);
      const results = asResults([first, ...others], last).slice(0, last.blockNum - entry.first_block + 1);
      await requireProven(results, entry, status);
      if (applier === undefined) {
        applier = await BlockApplier.resume({ writer, derivation, listener: keeper, status, firstNum });
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
