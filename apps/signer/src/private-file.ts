import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync, renameSync } from 'node:fs';
import { OwnerError } from './refusal';

/** A file that the signer cannot rely on. */
export class FileError extends OwnerError {
  override readonly name = 'FileError';
}

const LARGEST_BYTES = 256 * 1024;

/** State of a file that decides whether it is relied on. */
export interface FileState {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
}

/**
 * The text of a file of the owner. Refused: links, other kinds of files, other owners, files that anyone else may read
 * or write, and files of more than 256 KiB.
 * @throws FileError
 */
export const readOwnFile = (file: string): string => readUnlessRefused(file, refusalOf);

/**
 * The text of a secret that the owner or the system keeps: a file of the owner alone, or one of root that an access list
 * opens to this user, as systemd writes credentials.
 * @throws FileError
 */
export const readCredential = (file: string): string => readUnlessRefused(file, refusalOfCredential);

/**
 * The rest of a file that another program opened, held to the rules of `readCredential`. Closes the descriptor.
 * @param name of the descriptor, in errors
 * @throws FileError
 */
export const readOpenCredential = (descriptor: number, name: string): string =>
  readAndClose(descriptor, name, refusalOfCredential);

/** The rights of a group are the mask of the access list; the group is root's own. */
export const isOfSystem = ({ mode, uid, gid }: FileState): boolean =>
  (mode & constants.S_IFMT) === constants.S_IFREG && uid === 0 && gid === 0 && (mode & 0o337) === 0;

type RefusalOf = (state: FileState) => string | undefined;

const refusalOfCredential: RefusalOf = (state) => (isOfSystem(state) ? tooLarge(state) : refusalOf(state));

const readUnlessRefused = (file: string, refusal: RefusalOf): string =>
  readAndClose(openFile(file), file, refusal);

function readAndClose(descriptor: number, name: string, refusal: RefusalOf): string {
  try {
    const why = refusal(fstatSync(descriptor));
    if (why !== undefined) throw new FileError(`${name} ${why}`);
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a file that only its owner can read, whole or not at all. */
export function writeOwnFile(file: string, text: string): void {
  if (Buffer.byteLength(text) > LARGEST_BYTES)
    throw new FileError(`${file} would be larger than ${LARGEST_BYTES} bytes`);
  const partial = `${file}.${process.pid}.partial`;
  writeFileSync(partial, text, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(partial, file);
}

function openFile(file: string): number {
  try {
    return openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why =
      code === 'ELOOP' ? 'is a link' : code === 'ENOENT' ? 'does not exist' : `cannot be opened (${code})`;
    throw new FileError(`${file} ${why}`, { cause });
  }
}

function refusalOf(state: FileState): string | undefined {
  const { mode, uid } = state;
  if ((mode & constants.S_IFMT) !== constants.S_IFREG) return 'is no regular file';
  if (uid !== process.getuid?.()) return 'belongs to another user';
  const rights = (mode & 0o777).toString(8);
  if ((mode & 0o077) !== 0) return `has the mode ${rights}: remove the rights of others (chmod 600)`;
  return tooLarge(state);
}

const tooLarge = ({ size }: FileState): string | undefined =>
  size > LARGEST_BYTES ? `is larger than ${LARGEST_BYTES} bytes` : undefined;
