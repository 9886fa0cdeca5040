import { settingRow } from '@app/program';
import { z } from 'zod';
import { isFolderUrl, isUrl, urlsIn, WEB } from './settings-urls';

/** In the place of a chain that has no archive. */
const NO_ARCHIVE = 'none';

/** The names of files are put behind it: a query or a fragment would be part of them. */
const isArchiveUrl = (url: string): boolean => isFolderUrl(url) || (!/[?#]/.test(url) && isUrl(url, WEB));

/** Archives of each chain, separated as the servers are. */
const archives = z
  .string()
  .transform((text) =>
    text.split(',').map((chain) => (chain.trim() === NO_ARCHIVE ? [] : urlsIn(chain, '|'))),
  )
  .refine((chains) => chains.flat().every(isArchiveUrl));

/** Archives that the stores are filled from, and those that are served. */
export const ARCHIVE_SETTINGS = {
  urls: settingRow(
    'HISTORY_ARCHIVE_URL',
    archives.default([]),
    'the file:/// or http(s):// URL, without a query, of an archive that the store is filled from before its servers are asked, or several, separated by |, of ranges that follow each other or of the same one; one entry for each chain, separated by commas, none for a chain without; not used with a negative HISTORY_FIRST_BLOCK and HISTORY_ROLE=serve; unset: no archives',
    'https://history.example.org/archive',
  ),
  dirs: settingRow(
    'HISTORY_ARCHIVE_DIR',
    z
      .string()
      .transform((text) =>
        text.split(',').map((folder) => (folder.trim() === NO_ARCHIVE ? undefined : folder.trim())),
      )
      .refine((folders) => folders.every((folder) => folder !== ''))
      .default([]),
    'the folder of an archive that is served at /archive, one for each chain, separated by commas, none for a chain without; unset: no archive is served',
    './archive',
  ),
};
