import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '@app/operations';

/** The running build: GET /info. */
export interface Build {
  readonly name: string;
  readonly version: string;
  readonly commit: string | null;
  readonly node: string;
}

/** Read once at start; the package is the nearest one above the compiled file. */
export function buildOf({ gitCommit }: Pick<Settings, 'gitCommit'>): Build {
  const { name, version } = JSON.parse(readFileSync(packageFile(__dirname), 'utf8')) as {
    name: string;
    version: string;
  };
  return { name, version, commit: gitCommit ?? null, node: process.version };
}

function packageFile(folder: string): string {
  const file = path.join(folder, 'package.json');
  return existsSync(file) ? file : packageFile(path.dirname(folder));
}
