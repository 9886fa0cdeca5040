import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getAsset, isSea } from 'node:sea';

const MANIFEST = 'package.json';

/** The package.json of an executable is in it; otherwise it is beside the program, or above its source. */
function manifest(folder: string): string {
  if (isSea()) return getAsset(MANIFEST, 'utf8');
  const file = path.join(folder, MANIFEST);
  return existsSync(file) ? readFileSync(file, 'utf8') : manifest(path.dirname(folder));
}

/** The version of this program. */
export const version = (): string => (JSON.parse(manifest(__dirname)) as { version: string }).version;
