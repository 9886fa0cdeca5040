// A real Redis for the tests. Without an installed one, Debian and Ubuntu packages are unpacked into .cache/tools,
// without root and without changes outside the project.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CACHE } from './paths.mjs';
import { alone } from './setup-lock.mjs';
import { giveUp, step } from './terminal.mjs';

const run = promisify(execFile);
const HOME = path.join(CACHE, 'tools', 'redis');
const BIN = path.join(HOME, 'bin');
const PACKAGES = ['redis-server', 'redis-tools'];

const found = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

/** apt with its own folders, so that its locks and lists need no root. */
function aptOptions(folder) {
  const settings = {
    'Dir::State::lists': path.join(folder, 'lists'),
    'Dir::Cache': folder,
    'Dir::Cache::archives': path.join(folder, 'archives'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': userInfo().username,
  };
  for (const part of ['lists', 'archives'])
    mkdirSync(path.join(folder, part, 'partial'), { recursive: true });
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

/** Runs the unpacked program with the libraries that were unpacked beside it. */
function wrapper(files) {
  const libraries = ['lib', path.join('usr', 'lib')]
    .map((part) => path.join(files, part))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((entry) => path.join(folder, entry)))
    .filter((folder) => folder.includes('-linux-'));
  const relative = (folder) => `"$root/${path.relative(files, folder)}"`;
  return `#!/bin/sh
root=$(dirname "$0")/../files
export LD_LIBRARY_PATH=${libraries.map(relative).join(':')}
exec "$root/usr/bin/redis-server" "$@"
`;
}

async function unpack() {
  const unfinished = `${HOME}.unfinished`;
  const apt = path.join(unfinished, 'apt');
  const files = path.join(unfinished, 'files');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  const options = aptOptions(apt);
  await run('apt-get', [...options, 'update', '-qq']);
  const wanted = ['--download-only', '--reinstall', '--no-install-recommends', ...PACKAGES];
  await run('apt-get', [...options, 'install', '-y', '-qq', ...wanted]);
  const archives = path.join(apt, 'archives');
  for (const name of readdirSync(archives).filter((entry) => entry.endsWith('.deb'))) {
    await run('dpkg', ['-x', path.join(archives, name), files]);
  }
  rmSync(apt, { recursive: true });
  mkdirSync(path.join(unfinished, 'bin'));
  writeFileSync(path.join(unfinished, 'bin', 'redis-server'), wrapper(files), { mode: 0o755 });
  rmSync(HOME, { recursive: true, force: true });
  renameSync(unfinished, HOME);
}

/** Resolves when `redis-server` is on the PATH of this process and of its children. */
export async function ensureRedis() {
  if (found('redis-server')) return;
  process.env.PATH = `${BIN}${path.delimiter}${process.env.PATH}`;
  if (found('redis-server')) return;
  if (found('apt-get') && found('dpkg')) {
    try {
      await alone(() => step('Unpacking redis-server into .cache/tools (once)', unpack));
    } catch (error) {
      giveUp(`redis-server could not be unpacked: ${error.stderr || error.message}\n${INSTALL_REDIS}`);
    }
  }
  if (!found('redis-server')) giveUp(INSTALL_REDIS);
}

const INSTALL_REDIS =
  'The tests need redis-server on the PATH. Install it: `apt-get install redis-server` (Debian, Ubuntu), `dnf install redis` (Fedora), `brew install redis` (macOS).';
