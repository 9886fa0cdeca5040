import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/** Runs Jest and exits with its status. */
export function runJest(args) {
  const { status } = spawnSync(
    process.execPath,
    [
      // Lets Jest's CommonJS mode require() the ESM-only packages of Nest 12.
      '--experimental-vm-modules',
      '--no-warnings',
      path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
      ...args,
    ],
    { cwd: ROOT, stdio: 'inherit' },
  );
  process.exit(status ?? 1);
}
