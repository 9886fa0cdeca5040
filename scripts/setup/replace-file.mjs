import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Atomic: a concurrent reader gets the old file or the new one. */
export function replaceFile(file, content) {
  mkdirSync(path.dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}`;
  rmSync(partial, { force: true });
  writeFileSync(partial, content);
  renameSync(partial, file);
}

/** Removes the files below `folder` that are not among those written. */
export function removeOthers(folder, written) {
  const isOurs = new Set(written);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !isOurs.has(file)) rmSync(file);
  }
}
