import { setImmediate } from 'node:timers/promises';
import { bytesToHex, equalBytes, ValueError } from '@app/antelope';
import { type ArchivedBlock, blockIdOf, decodeSignedBlock } from '@app/ship';
import type { Archive } from '../segments/archive';
import { RefusedArchiveError } from '../segments/archive-errors';
import type { SegmentEntry } from '../segments/manifest';
import { refusedSegment } from '../segments/segment-content';
import { isOfArchive } from './archived-results';

/** Blocks whose links are read without a pause. */
const BLOCKS_OF_A_TURN = 500;

interface AnchorParts {
  /** The id of a block at the server; undefined where it cannot tell. */
  readonly serverId: (num: number) => Promise<Uint8Array | undefined>;
  /** The last irreversible block of the server: nothing of an archive above it is used. */
  readonly irreversibleNum: number;
  readonly archives: readonly Archive[];
  /** Segments whose blocks were found to be those of a server, of all passes: their contents never change. */
  readonly linked: Set<string>;
}

/**
 * Compares archives with the chain of the server: the server tells the id of the last block that is used, and the headers
 * of all blocks before it lead to that id. A manifest alone proves nothing: it can name any id behind invented blocks.
 */
export class ArchiveAnchors {
  constructor(private readonly parts: AnchorParts) {}

  /** The last block of an archive that is used. */
  endOf(archive: Archive): number {
    return Math.min(archive.lastNum, this.parts.irreversibleNum);
  }

  /**
   * @param from the first block that is used
   * @returns false where neither the server nor another archive that leads to it can tell
   * @throws RefusedArchiveError for other blocks than those of the server, UnavailableArchiveError
   */
  async anchor(archive: Archive, from: number, signal: AbortSignal): Promise<boolean> {
    const end = this.endOf(archive);
    const expected = (await this.parts.serverId(end)) ?? (await this.#idByOthers(archive, end, signal));
    if (expected === undefined) return false;
    const found = await archive.idAt(end, signal);
    if (found === undefined || !equalBytes(found, expected))
      throw new RefusedArchiveError(
        `the archive ${archive.name} is of another chain: its block ${String(end)} is ${found === undefined ? 'missing' : bytesToHex(found)}, and the server has ${bytesToHex(expected)}`,
      );
    await this.#link(archive, from, end, signal);
    return true;
  }

  /** The id that an anchored archive with the block behind names. */
  async #idByOthers(archive: Archive, num: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
    let failure: Error | undefined;
    for (const other of this.parts.archives) {
      const entry = other.entryOf(num + 1);
      if (other === archive || entry === undefined || this.endOf(other) <= num) continue;
      try {
        if (!(await this.anchor(other, num + 1, signal))) continue;
        const [first] = await other.blocks(entry, signal);
        if (entry.first_block <= num) return await other.idAt(num, signal);
        return first?.prevBlock?.blockId;
      } catch (error) {
        if (!isOfArchive(error)) throw error;
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    return undefined;
  }

  /** From the end to the begin, so that another attempt continues where this one failed. */
  async #link(archive: Archive, from: number, end: number, signal: AbortSignal): Promise<void> {
    const { linked } = this.parts;
    const entries = archive.manifest.segments.filter((entry) => entry.last_block >= from);
    for (const entry of entries.filter(({ first_block: first }) => first <= end).reverse()) {
      signal.throwIfAborted();
      const key = JSON.stringify(entry);
      if (linked.has(key)) continue;
      const blocks = await archive.blocks(entry, signal);
      const used = blocks.slice(0, end - entry.first_block + 1);
      await requireHeaders(used, entry, entry === archive.manifest.segments[0]);
      if (used.length === blocks.length) linked.add(key);
    }
  }
}

/** Throws RefusedArchiveError unless the header of each block has its id, and names the block before. */
async function requireHeaders(
  blocks: readonly ArchivedBlock[],
  entry: SegmentEntry,
  isFirst: boolean,
): Promise<void> {
  for (const [at, block] of blocks.entries()) {
    if (at % BLOCKS_OF_A_TURN === 0) await setImmediate();
    // The state of a snapshot has no header: its id is that which the next block names.
    if (block.block === undefined && isFirst && at === 0) continue;
    if (!isLinked(block, entry))
      throw refusedSegment(
        entry,
        `is refused: the header of block ${String(block.thisBlock.blockNum)} has another id, or follows another block`,
      );
  }
}

function isLinked({ block, thisBlock, prevBlock }: ArchivedBlock, entry: SegmentEntry): boolean {
  if (block === undefined) return false;
  try {
    const header = decodeSignedBlock(block);
    return (
      equalBytes(blockIdOf(header), thisBlock.blockId) &&
      (prevBlock === undefined || equalBytes(header.previous, prevBlock.blockId))
    );
  } catch (cause) {
    if (!(cause instanceof ValueError)) throw cause;
    throw refusedSegment(entry, `is refused: ${cause.message}`, cause);
  }
}
