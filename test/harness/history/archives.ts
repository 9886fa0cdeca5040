import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '@app/operations';
import { exportArchive, type ExportOptions } from '../../../apps/history/src/exporting/export-archive';
import { FOLLOW_DEFAULTS } from '../../../apps/history/src/follow/follow-options';
import { MANIFEST_FILE } from '../../../apps/history/src/segments/file-names';
import { type Manifest, parseManifest } from '../../../apps/history/src/segments/manifest';
import { sha256Of } from '../../../apps/history/src/segments/segment-content';

/** Segments of a few blocks. */
export const SMALL_SEGMENTS = { blocks: 20, bytes: 1_000_000 };

/** Folders for archives, removed after the specs of a file. @returns makes a new one */
export function useArchiveFolders(): (name: string) => string {
  const folder = mkdtempSync(path.join(tmpdir(), 'archives-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name) => mkdtempSync(path.join(folder, `${name}-`));
}

/** Exports the irreversible blocks of a server in small segments. */
export const exportInto = (
  folder: string,
  url: string,
  options: Partial<ExportOptions> = {},
  signal = new AbortController().signal,
  tell: (text: string) => void = () => undefined,
) =>
  exportArchive(
    {
      ...FOLLOW_DEFAULTS,
      ...{ url, folder, from: undefined, to: undefined, limits: SMALL_SEGMENTS },
      ...options,
    },
    { clock: systemClock, written: () => undefined, tell },
    signal,
  );

export const urlOf = (folder: string): string => pathToFileURL(folder).href;

export const manifestOf = (folder: string): Manifest =>
  parseManifest(readFileSync(path.join(folder, MANIFEST_FILE), 'utf8'));

/** The files of a folder and what they hold. */
export const filesOf = (folder: string): ReadonlyMap<string, Buffer> =>
  new Map(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(path.join(folder, name))]),
  );

/** The files of a folder by their hashes: unlike their bytes, Jest compares and prints them at once. */
export const hashesOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...filesOf(folder)].map(([name, bytes]) => [name, sha256Of(bytes)]));
