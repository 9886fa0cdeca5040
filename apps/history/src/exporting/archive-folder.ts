import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Archive } from '../segments/archive';
import { RefusedArchiveError, UnavailableArchiveError } from '../segments/archive-errors';
import { isSegmentFile, MANIFEST_FILE, segmentFile } from '../segments/file-names';
import { type Manifest, manifestText, type SegmentEntry } from '../segments/manifest';
import { type ClosedSegment, compressed } from '../segments/segment-content';
import { FolderLock } from './folder-lock';

/** Files that are being written have this end: a kill may leave one. */
const UNFINISHED = '.part';

/** The folder that an archive is written into. A file is there as a whole or not at all. */
export class ArchiveFolder {
  constructor(private readonly folder: string) {}

  /** Makes the folder, and keeps other exports out of it. @param tell see FolderLock */
  async lock(tell: (text: string) => void): Promise<FolderLock> {
    await mkdir(this.folder, { recursive: true });
    return FolderLock.take(this.folder, tell);
  }

  /** The archive that the folder has, with all its files; undefined in a new one. Throws RefusedArchiveError. */
  async read(maxBlockBytes: number, signal: AbortSignal): Promise<Archive | undefined> {
    try {
      const archive = await Archive.open(pathToFileURL(this.folder).href, maxBlockBytes, signal);
      for (const entry of archive.manifest.segments) await this.#requireFile(entry);
      return archive;
    } catch (error) {
      const isNew = error instanceof UnavailableArchiveError && codeOf(error.cause) === 'ENOENT';
      if (isNew) return undefined;
      throw error;
    }
  }

  async #requireFile({ sha256 }: SegmentEntry): Promise<void> {
    const file = path.join(this.folder, segmentFile(sha256));
    const found = await lstat(file).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
    if (found?.isFile() !== true)
      throw new RefusedArchiveError(`${file} is named by the manifest, and it is no file that is there`);
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
      const isPart = name.endsWith(UNFINISHED) && isOfArchive(name.slice(0, -UNFINISHED.length));
      if (isPart || (isSegmentFile(name) && !named.has(name))) await rm(path.join(this.folder, name));
    }
  }

  async #replace(name: string, bytes: Uint8Array): Promise<void> {
    const target = path.join(this.folder, name);
    await rm(`${target}${UNFINISHED}`, { force: true });
    // Not through a link that is there.
    const file = await open(`${target}${UNFINISHED}`, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${target}${UNFINISHED}`, target);
  }
}

const isOfArchive = (name: string): boolean => isSegmentFile(name) || name === MANIFEST_FILE;
const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | undefined)?.code;
