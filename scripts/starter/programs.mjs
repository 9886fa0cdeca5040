// The programs of the package lie in one compressed archive: they share most of their packages, and npm leaves folders
// named node_modules out of an archive. They are unpacked once for each version, into the cache folder of the user.
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  const { uid, mode } = statSync(CACHE);
  if (process.getuid !== undefined && uid !== process.getuid())
    throw new Error(`${CACHE} belongs to another user. XDG_CACHE_HOME names another cache folder.`);
  if (process.getuid !== undefined && (mode & WRITABLE_BY_OTHERS) !== 0)
    throw new Error(`${CACHE} can be written by other users: chmod go-w ${CACHE}`);
}

const sizeOf = (file) => statSync(file, { throwIfNoEntry: false })?.size;

/** Whether every file of the archive is there with its size: cleaners of caches remove files one by one. */
export const arePrograms = () =>
  PACKED.files.every(({ name, size }) => sizeOf(path.join(DIST, name)) === size);

/** The folder gets its name when it is complete. */
export function unpackPrograms() {
  const content = packedContent();
  const unfinished = `${DIST}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  for (const { name, at, size } of PACKED.files) {
    const file = path.join(unfinished, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content.subarray(at, at + size));
  }
  rmSync(DIST, { recursive: true, force: true });
  renameSync(unfinished, DIST);
}
