import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Paths of all entries below a folder, relative to it. With `withFileTypes` alone readdir does not follow links: those of
 * a root file system lead into the one of this machine.
 */
export const pathsBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    path.relative(folder, path.join(parentPath, name)),
  );
