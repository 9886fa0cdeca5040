export const ARCHIVE = Symbol('ARCHIVE');

export interface ServedArchive {
  /** Absolute; undefined: no archive is served. */
  readonly folder: string | undefined;
}
