/** The archive cannot be read now: its host does not answer, or a file is missing. Retried. */
export class UnavailableArchiveError extends Error {
  override readonly name = 'UnavailableArchiveError';
}

/** A file of the archive is not what its name, its manifest or its blocks say. Asked for again, never stored. */
export class RefusedArchiveError extends Error {
  override readonly name = 'RefusedArchiveError';
}
