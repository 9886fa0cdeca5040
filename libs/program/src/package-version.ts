import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Version of the nearest package.json in `folder` or above it. */
export function packageVersion(folder: string): string {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return packageVersion(path.dirname(folder));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
