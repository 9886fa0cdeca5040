import { hexToBytes } from '@app/antelope';
import type { ArchivedBlock } from '@app/ship';
import { PACE, readArchiveFile } from './archive-files';
import { MANIFEST_FILE, segmentFile } from './file-names';
import { type Manifest, MAX_MANIFEST_BYTES, parseManifest, type SegmentEntry } from './manifest';
import { blocksOfFile, mostFileBytes, refusedSegment } from './segment-content';
import { SEGMENT_LIMITS } from './segment-limits';
import { shownUrl } from './shown-url';

/** An archive as it is read: its manifest, and the blocks of its segments. */
export class Archive {
  private constructor(
    private readonly url: string,
    readonly manifest: Manifest,
    private readonly maxBlockBytes: number,
  ) {}

  /**
   * @param url see readArchiveFile
   * @param maxBlockBytes of a block: a larger one is refused, and a segment with so many bytes more than its limit
   * @throws UnavailableArchiveError, RefusedArchiveError
   */
  static async open(url: string, maxBlockBytes: number, signal: AbortSignal): Promise<Archive> {
    const file = await readArchiveFile(url, MANIFEST_FILE, MAX_MANIFEST_BYTES, PACE.manifest, signal);
    return new Archive(
      url,
      parseManifest(Buffer.from(file.buffer, file.byteOffset, file.length).toString('latin1')),
      maxBlockBytes,
    );
  }

  /** For logs and errors. */
  get name(): string {
    return shownUrl(this.url);
  }

  get firstNum(): number {
    return this.manifest.segments.at(0)?.first_block ?? 0;
  }

  get lastNum(): number {
    return this.manifest.segments.at(-1)?.last_block ?? 0;
  }

  /** The id of a block; undefined where the archive does not have the block. @throws as `open` */
  async idAt(num: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const entry = this.entryOf(num);
    if (entry === undefined) return undefined;
    if (num === entry.last_block) return hexToBytes(entry.last_id);
    const blocks = await this.blocks(entry, signal);
    return blocks[num - entry.first_block]?.thisBlock.blockId;
  }

  /** The segment that has the block. */
  entryOf(num: number): SegmentEntry | undefined {
    const { segments } = this.manifest;
    return segments.find(({ first_block: first, last_block: last }) => first <= num && num <= last);
  }

  /** The blocks of a segment, which are those that the manifest names. @throws as `open` */
  async blocks(entry: SegmentEntry, signal: AbortSignal): Promise<ArchivedBlock[]> {
    const most = this.maxBlockBytes + SEGMENT_LIMITS.bytes;
    if (entry.bytes > most)
      throw refusedSegment(entry, `has ${String(entry.bytes)} bytes, and ${String(most)} are the limit`);
    const name = segmentFile(entry.sha256);
    const file = await readArchiveFile(this.url, name, mostFileBytes(entry), PACE.segment, signal);
    return blocksOfFile(file, entry, this.manifest.chainId, this.maxBlockBytes);
  }
}
