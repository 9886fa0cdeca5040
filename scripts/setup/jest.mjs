import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { CACHE, ROOT } from './paths.mjs';

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
    {
      cwd: ROOT,
      // The processes that specs start compile the same modules each time: a fifth of the time to start a gateway.
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(CACHE, 'compiled') },
      stdio: 'inherit',
    },
  );
  process.exit(status ?? 1);
}
