// A real Redis for the tests. Without an installed one, its packages are unpacked into .cache/tools.
import path from 'node:path';
import { answersVersion, canUnpackPackages, preferPrograms, unpackPackages } from './debian-packages.mjs';
import { CACHE } from './paths.mjs';
import { alone } from './setup-lock.mjs';
import { giveUp, step } from './terminal.mjs';

const HOME = path.join(CACHE, 'tools', 'redis');
const PROGRAM = 'redis-server';

const unpack = () =>
  unpackPackages({
    home: HOME,
    packages: ['redis-server', 'redis-tools'],
    programsIn: () => [path.join('usr', 'bin', PROGRAM)],
  });

/** Resolves when `redis-server` is on the PATH of this process and of its children. */
export async function ensureRedis() {
  if (answersVersion(PROGRAM)) return;
  preferPrograms(path.join(HOME, 'bin'));
  if (answersVersion(PROGRAM)) return;
  if (canUnpackPackages()) {
    try {
      await alone(() => step('Unpacking redis-server into .cache/tools (once)', unpack));
    } catch (error) {
      giveUp(`redis-server could not be unpacked: ${error.stderr || error.message}\n${INSTALL_REDIS}`);
    }
  }
  if (!answersVersion(PROGRAM)) giveUp(INSTALL_REDIS);
}

const INSTALL_REDIS =
  'The tests need redis-server on the PATH. Install it: `apt-get install redis-server` (Debian, Ubuntu), `dnf install redis` (Fedora), `brew install redis` (macOS).';
