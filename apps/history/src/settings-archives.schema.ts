import { settingRow } from '@app/program';
import { z } from 'zod';
import { isFolderUrl, isUrl, urlsIn, WEB } from './settings-urls';

/** In the place of a chain that has none. */
const NONE = 'none';

/** The names of files are put behind it: a query or a fragment would be part of them. */
const isArchiveUrl = (url: string): boolean => isFolderUrl(url) || (!/[?#]/.test(url) && isUrl(url, WEB));

/** Archives of each chain, separated as the servers are. */
const archives = z
  .string()
  .transform((text) => text.split(',').map((chain) => (chain.trim() === NONE ? [] : urlsIn(chain, '|'))))
  .refine((chains) => chains.flat().every(isArchiveUrl));

/** A path for each chain. */
const paths = z
  .string()
  .transform((text) => text.split(',').map((file) => (file.trim() === NONE ? undefined : file.trim())))
  .refine((files) => files.every((file) => file !== ''));

/** Archives and snapshots that the stores are filled from, and archives that are served. */
export const ARCHIVE_SETTINGS = {
  urls: settingRow(
    'HISTORY_ARCHIVE_URL',
    archives.default([]),
    'the file:/// or http(s):// URL, without a query, of an archive that the store is filled from before its servers are asked, or several, separated by |, of ranges that follow each other or of the same one; one entry for each chain, separated by commas, none for a chain without; not used with a negative HISTORY_FIRST_BLOCK and HISTORY_ROLE=serve; unset: no archives',
    'https://history.example.org/archive',
  ),
  dirs: settingRow(
    'HISTORY_ARCHIVE_DIR',
    paths.default([]),
    'the folder of an archive that is served at /archive, one for each chain, separated by commas, none for a chain without; unset: no archive is served',
    './archive',
  ),
  snapshots: settingRow(
    'HISTORY_SNAPSHOT',
    paths.default([]),
    'the portable snapshot file of nodeos, also compressed by gzip or zstd, whose state an empty store begins with, so that its servers need the blocks behind it alone; one for each chain, separated by commas, none for a chain without; refused with HISTORY_FIRST_BLOCK; not used with HISTORY_ROLE=serve; unset: the state comes from the servers',
    './snapshot.bin',
  ),
};
