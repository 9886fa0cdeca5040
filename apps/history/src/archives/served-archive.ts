import { existsSync } from 'node:fs';
import type { Logger } from '@app/operations';

export const ARCHIVE = Symbol('ARCHIVE');

export interface ServedArchive {
  /** Absolute; undefined: no archive is served. */
  readonly folder: string | undefined;
}

/** Warns of a folder that is not there: it may be mounted, or exported to, later. */
export function warnOfMissingFolder({ folder }: ServedArchive, logger: Logger): void {
  if (folder === undefined || existsSync(folder)) return;
  logger.warn({ folder }, 'HISTORY_ARCHIVE_DIR does not exist: /archive answers 404 until it does');
}
