// Removes files that only compilers, editors and debuggers read from the packages of a start: 40 % of their bytes.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MODULES } from './paths.mjs';

/**
 * TypeScript, declarations included, and source maps. Node refuses to run TypeScript below node_modules
 * (ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING), so no running program misses them.
 */
const NEVER_RUN = /\.(?:map|[cm]?ts)$/;
/** Inside node_modules: it goes when the packages go. */
const NOTE = path.join(MODULES, '.trimmed');

/** True while packages lack files that checks and editors need. npm does not notice that they are missing. */
export const isTrimmed = () => existsSync(NOTE);

export function trim() {
  // Written first: after an interruption the packages do not count as complete.
  writeFileSync(NOTE, '');
  removeUnused(MODULES);
}

/** Removes the files of the folder that no program runs. Folders that it links to are left alone. */
export function removeUnused(folder) {
  // Not by the option `recursive`: it follows links.
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) removeUnused(file);
    else if (entry.isFile() && NEVER_RUN.test(entry.name)) rmSync(file);
  }
}
