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

  /** @param segments that are there, and stay */
  constructor(
    private readonly parts: WriterParts,
    private readonly segments: SegmentEntry[],
  ) {
    this.#content = new SegmentContent(parts.chainId);
    this.#manifestMs = parts.clock.monotonicMs();
  }

  async add(block: ArchivedBlock): Promise<void> {
    this.#content.add(block);
    const { bytes } = this.#content;
    if (isSegmentEnd(this.parts.limits, { bytes, last_block: block.thisBlock.blockNum })) await this.#close();
  }

  /** Writes the rest as a segment that may become longer later, and the manifest. */
  async finish(): Promise<void> {
    if (!this.#content.isEmpty) await this.#close();
    await this.#writeManifest();
    await this.parts.folder.removeOthers({ segments: this.segments });
  }

  async #close(): Promise<void> {
    const { folder, clock, chainId, written } = this.parts;
    const segment = this.#content.close();
    this.#content = new SegmentContent(chainId);
    this.figures.fileBytes += await folder.writeSegment(segment);
    this.figures.bytes += segment.content.length;
    this.figures.blocks += segment.entry.last_block - segment.entry.first_block + 1;
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
