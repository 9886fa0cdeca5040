// Debian and Ubuntu packages unpacked below the project: without root, and without changes outside of it.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const answersVersion = (command, flag) => spawnSync(command, [flag], { stdio: 'ignore' }).status === 0;

export const canUnpackPackages = () =>
  ['apt-get', 'dpkg'].every((command) => answersVersion(command, '--version'));

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

/** Runs an unpacked program with the libraries that were unpacked beside it. */
function wrapper(files, program) {
  const libraries = ['lib', path.join('usr', 'lib')]
    .map((part) => path.join(files, part))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((entry) => path.join(folder, entry)))
    .filter((folder) => folder.includes('-linux-'));
  const relative = (folder) => `"$root/${path.relative(files, folder)}"`;
  return `#!/bin/sh
root=$(dirname "$0")/../files
export LD_LIBRARY_PATH=${libraries.map(relative).join(':')}
exec "$root/${program}" "$@"
`;
}

/**
 * Unpacks packages, with the dependencies that the system lacks, into `home`, an empty folder; its folder `bin` then has the
 * programs.
 * @param programsIn gives the paths of the programs below the folder of the unpacked files
 */
export async function unpackPackages(home, packages, programsIn) {
  const apt = path.join(home, 'apt');
  const files = path.join(home, 'files');
  mkdirSync(files);
  const options = aptOptions(apt);
  await run('apt-get', [...options, 'update', '-qq']);
  const wanted = ['--download-only', '--reinstall', '--no-install-recommends', ...packages];
  await run('apt-get', [...options, 'install', '-y', '-qq', ...wanted]);
  const archives = path.join(apt, 'archives');
  for (const name of readdirSync(archives).filter((entry) => entry.endsWith('.deb'))) {
    await run('dpkg', ['-x', path.join(archives, name), files]);
  }
  rmSync(apt, { recursive: true });
  mkdirSync(path.join(home, 'bin'));
  for (const program of programsIn(files)) {
    const file = path.join(home, 'bin', path.basename(program));
    writeFileSync(file, wrapper(files, program), { mode: 0o755 });
  }
}

/** Puts a folder of programs before the others, for this process and its children. */
export function preferPrograms(folder) {
  process.env.PATH = `${folder}${path.delimiter}${process.env.PATH}`;
}
