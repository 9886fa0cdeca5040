import { Archive } from '../segments/archive';
import type { SegmentEntry } from '../segments/manifest';
import { archiveStatus, asResults, lastPosition, requireProven } from '../follow/archived-results';

/** Figures of an archive. */
export interface ArchiveFigures {
  readonly chainId: string;
  readonly firstNum: number;
  readonly lastNum: number;
  readonly segments: number;
  /** Of all contents. */
  readonly bytes: number;
}

/**
 * Reads a whole archive, and proves every block as a history node does before it stores one.
 * @param archiveUrl see readArchiveFile
 * @param checked called for each segment that holds
 * @throws UnavailableArchiveError, RefusedArchiveError
 */
export async function checkArchive(
  archiveUrl: string,
  maxBlockBytes: number,
  checked: (entry: SegmentEntry) => void,
  signal: AbortSignal,
): Promise<ArchiveFigures> {
  const archive = await Archive.open(archiveUrl, maxBlockBytes, signal);
  const { chainId, segments } = archive.manifest;
  for (const entry of segments) {
    const [first, ...others] = await archive.blocks(entry, signal);
    if (first === undefined) throw new Error('the segment has no block');
    const results = asResults([first, ...others], lastPosition(archive));
    await requireProven(results, entry, archiveStatus(archive, first));
    checked(entry);
  }
  const bytes = segments.reduce((sum, entry) => sum + entry.bytes, 0);
  return { chainId, firstNum: archive.firstNum, lastNum: archive.lastNum, segments: segments.length, bytes };
}
