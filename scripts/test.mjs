// `npm test`: sets up what the tests need, runs every spec, and closes with one plain line.
// Arguments go to Jest: `npm test -- libs/antelope`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureRedis, prepare, ROOT } from './setup.mjs';

await prepare('all');
await ensureRedis();

const { status } = spawnSync(
  process.execPath,
  [
    // Lets Jest's CommonJS mode require() the ESM-only packages of Nest 12.
    '--experimental-vm-modules',
    '--no-warnings',
    path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
    ...process.argv.slice(2),
  ],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(status ?? 1);
