import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Archive } from '../segments/archive';
import { UnavailableArchiveError } from '../segments/archive-errors';
import { isSegmentFile, MANIFEST_FILE, segmentFile } from '../segments/file-names';
import { type Manifest, manifestText, type SegmentEntry } from '../segments/manifest';
import { type ClosedSegment, compressed } from '../segments/segment-content';

/** Files that are being written have this end: a kill may leave one. */
const UNFINISHED = '.part';

/** The folder that an archive is written into. A file is there as a whole or not at all. */
export class ArchiveFolder {
  constructor(private readonly folder: string) {}

  /** The archive that the folder has; undefined in a new one. Throws RefusedArchiveError. */
  async read(maxBlockBytes: number, signal: AbortSignal): Promise<Archive | undefined> {
    await mkdir(this.folder, { recursive: true });
    try {
      return await Archive.open(pathToFileURL(this.folder).href, maxBlockBytes, signal);
    } catch (error) {
      const isNew = error instanceof UnavailableArchiveError && codeOf(error.cause) === 'ENOENT';
      if (isNew) return undefined;
      throw error;
    }
  }

  /** @returns bytes of the file */
  async writeSegment({ entry, content }: ClosedSegment): Promise<number> {
    const file = await compressed(content);
    await this.#replace(segmentFile(entry.sha256), file);
    return file.length;
  }

  async writeManifest(manifest: Manifest): Promise<void> {
    await this.#replace(MANIFEST_FILE, Buffer.from(manifestText(manifest)));
  }

  /** Removes files of segments that the manifest does not name: ranges that became longer, and those of a kill. */
  async removeOthers({ segments }: { readonly segments: readonly SegmentEntry[] }): Promise<void> {
    const named = new Set(segments.map(({ sha256 }) => segmentFile(sha256)));
    for (const name of await readdir(this.folder)) {
      const isOther = name.endsWith(UNFINISHED) || (isSegmentFile(name) && !named.has(name));
      if (isOther) await rm(path.join(this.folder, name));
    }
  }

  async #replace(name: string, bytes: Uint8Array): Promise<void> {
    const target = path.join(this.folder, name);
    const file = await open(`${target}${UNFINISHED}`, 'w');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${target}${UNFINISHED}`, target);
  }
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | undefined)?.code;
