// The programs of the package lie in one compressed archive: they share most of their packages, and npm leaves folders
// named node_modules out of an archive. They are unpacked once for each version, into the cache folder of the user.
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PACKED, packedContent } from '../setup/packed.mjs';
import { CACHE, DIST } from '../setup/paths.mjs';

/** Write permission of the group and of others. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Makes the cache folder where there is none. Programs run from it, so no other user may write to it.
 * @throws Error that says what to change
 */
export function useCacheFolder() {
  try {
    mkdirSync(CACHE, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`${error.message}. XDG_CACHE_HOME names another cache folder.`, { cause: error });
  }
  const found = lstatSync(CACHE);
  if (!found.isDirectory())
    throw new Error(`${CACHE} is no folder. XDG_CACHE_HOME names another cache folder.`);
  const { uid, mode } = found;
  if (process.getuid !== undefined && uid !== process.getuid())
    throw new Error(`${CACHE} belongs to another user. XDG_CACHE_HOME names another cache folder.`);
  if (process.getuid !== undefined && (mode & WRITABLE_BY_OTHERS) !== 0)
    throw new Error(
      `${CACHE} can be written by other users, who may have put programs into it: remove it, and start again.`,
    );
}

/** Whether a file is there with its content, and is no link. */
function isWhole({ name, size, sha256 }) {
  const file = path.join(DIST, name);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size !== size) return false;
  return createHash('sha256').update(readFileSync(file)).digest('hex') === sha256;
}

/** Whether every file of the archive is there as it is in the archive: cleaners of caches remove files one by one. */
export const arePrograms = () => PACKED.files.every(isWhole);

/** The folder gets its name when it is complete. */
export function unpackPrograms() {
  const content = packedContent();
  const unfinished = `${DIST}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  for (const { name, at, size } of PACKED.files) {
    const file = path.join(unfinished, name);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, content.subarray(at, at + size), { mode: 0o600 });
  }
  rmSync(DIST, { recursive: true, force: true });
  renameSync(unfinished, DIST);
}
