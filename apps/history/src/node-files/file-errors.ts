/** A file of the node is missing, or cannot be read now. Retried. */
export class UnavailableFileError extends Error {
  override readonly name = 'UnavailableFileError';
}

/**
 * A file of the node is damaged, of a version that is not read, or does not fit the others. The message names the file,
 * the offset, and the block where it is known. Asked for again, never stored.
 */
export class RefusedFileError extends Error {
  override readonly name = 'RefusedFileError';
}

/** @param place block and offset, or what else is looked at */
export const refusedFile = (file: string, place: string, reason: string, cause?: unknown): RefusedFileError =>
  new RefusedFileError(`${file}, ${place}: ${reason}`, { cause });

/** For errors. */
export const placeOf = (num: number, position: number): string =>
  `block ${String(num)} at offset ${String(position)}`;
