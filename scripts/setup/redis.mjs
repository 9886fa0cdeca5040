// A real Redis for the tests.
import { ensureDebianProgram } from './debian-program.mjs';

/** Resolves when `redis-server` is on the PATH of this process and of its children. */
export const ensureRedis = () =>
  ensureDebianProgram({
    program: 'redis-server',
    folder: 'usr/bin',
    packages: ['redis-server', 'redis-tools'],
    versionFlag: '--version',
    advice:
      'The tests need redis-server on the PATH. Install it: `apt-get install redis-server` (Debian, Ubuntu), `dnf install redis` (Fedora), `brew install redis` (macOS).',
  });
