import { bytesToHex } from '@app/antelope';
import type { Clock } from '@app/operations';
import type { ArchivedBlock } from '@app/ship';
import type { SegmentEntry } from '../segments/manifest';
import { SegmentContent } from '../segments/segment-content';
import { isSegmentEnd, type SegmentLimits } from '../segments/segment-limits';
import type { ArchiveFolder } from './archive-folder';

/** The manifest of a large archive has megabytes: it is not written with each segment. */
const MANIFEST_MS = 10_000;

/** Figures of an export: of the segments that it wrote. */
export interface ExportFigures {
  blocks: number;
  /** Of the contents. */
  bytes: number;
  /** Of the files. */
  fileBytes: number;
}

interface WriterParts {
  readonly folder: ArchiveFolder;
  /** 32 bytes. */
  readonly chainId: Uint8Array;
  readonly limits: SegmentLimits;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Called for each segment that is written. */
  readonly written: (entry: SegmentEntry) => void;
}

/** Cuts blocks that follow each other into segments, and writes them with their manifest. */
export class ArchiveWriter {
  readonly figures: ExportFigures = { blocks: 0, bytes: 0, fileBytes: 0 };
  #content: SegmentContent;
  #manifestMs: number;

  /** The last segment that is there, while no longer one was written in its place. */
  #reopened: SegmentEntry | undefined;
  #isLonger = false;

  /** @param segments that are there */
  constructor(
    private readonly parts: WriterParts,
    private readonly segments: SegmentEntry[],
  ) {
    this.#content = new SegmentContent(parts.chainId);
    this.#manifestMs = parts.clock.monotonicMs();
  }

  /** Continues the last segment that is there. @param blocks of it */
  reopen(blocks: readonly ArchivedBlock[]): void {
    for (const block of blocks) this.#content.add(block);
    this.#reopened = this.segments.at(-1);
  }

  async add(block: ArchivedBlock): Promise<void> {
    this.#content.add(block);
    this.#isLonger = true;
    const { bytes } = this.#content;
    if (isSegmentEnd(this.parts.limits, { bytes, last_block: block.thisBlock.blockNum })) await this.#close();
  }

  /** Writes the rest as a segment that may become longer later, and the manifest. Removes what it does not name. */
  async finish(): Promise<void> {
    await this.save();
    await this.parts.folder.removeOthers({ segments: this.segments });
  }

  /** Behind an error: writes what there is. Nothing is removed: a manifest that is there keeps its files. */
  async save(): Promise<void> {
    try {
      if (this.#isLonger) await this.#close();
    } finally {
      await this.#writeManifest();
    }
  }

  async #close(): Promise<void> {
    const { folder, clock, chainId, written } = this.parts;
    const segment = this.#content.close();
    this.figures.fileBytes += await folder.writeSegment(segment);
    this.#content = new SegmentContent(chainId);
    this.#isLonger = false;
    this.figures.bytes += segment.content.length;
    this.figures.blocks += segment.entry.last_block - segment.entry.first_block + 1;
    if (this.#reopened !== undefined) this.segments.pop();
    this.#reopened = undefined;
    this.segments.push(segment.entry);
    if (clock.monotonicMs() - this.#manifestMs >= MANIFEST_MS) await this.#writeManifest();
    written(segment.entry);
  }

  async #writeManifest(): Promise<void> {
    if (this.segments.length === 0) return;
    const { folder, chainId, clock } = this.parts;
    await folder.writeManifest({ chainId: bytesToHex(chainId), segments: this.segments });
    this.#manifestMs = clock.monotonicMs();
  }
}
