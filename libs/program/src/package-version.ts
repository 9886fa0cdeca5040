import { readFileSync } from 'node:fs';
import { fileAbove } from './file-above';

/** Version of the nearest package.json in `folder` or above it; `unknown` where there is none. */
export function packageVersion(folder: string): string {
  const file = fileAbove(folder, 'package.json');
  return file === undefined
    ? 'unknown'
    : (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
