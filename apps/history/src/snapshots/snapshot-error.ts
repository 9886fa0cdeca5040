/** A snapshot file that cannot be read, or is no file of this form. The message names the section and the byte. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}
