import type { Settings } from '@app/operations';
import { packageVersion } from '@app/program';

/** The running build: GET /info. */
export interface Build {
  readonly name: string;
  readonly version: string;
  readonly commit: string | null;
  readonly node: string;
}

/** Read once at start; the package is the nearest one above the compiled file. */
export function buildOf({ gitCommit }: Pick<Settings, 'gitCommit'>): Build {
  return {
    name: 'chain-tool-gateway',
    version: packageVersion(__dirname),
    commit: gitCommit ?? null,
    node: process.version,
  };
}
