// A real PostgreSQL for the tests. Debian's packages keep the server off the PATH; without an installed one they are
// unpacked into .cache/tools.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { answersVersion, canUnpackPackages, preferPrograms, unpackPackages } from './debian-packages.mjs';
import { CACHE } from './paths.mjs';
import { alone } from './setup-lock.mjs';
import { giveUp, step } from './terminal.mjs';

const HOME = path.join(CACHE, 'tools', 'postgresql');
const PROGRAMS = ['postgres', 'initdb', 'pg_dump', 'pg_restore'];
/** Debian installs one folder for each version. */
const VERSIONS = path.join('usr', 'lib', 'postgresql');

const isThere = () => PROGRAMS.every((program) => answersVersion(program));

/** Folders of programs below `root`, the newest version first. */
function programFolders(root) {
  const versions = path.join(root, VERSIONS);
  if (!existsSync(versions)) return [];
  return readdirSync(versions)
    .sort((left, right) => Number(right) - Number(left))
    .map((version) => path.join(VERSIONS, version, 'bin'))
    .filter((folder) => PROGRAMS.every((program) => existsSync(path.join(root, folder, program))));
}

const unpack = () =>
  unpackPackages({
    home: HOME,
    packages: ['postgresql'],
    programsIn: (files) =>
      programFolders(files)
        .slice(0, 1)
        .flatMap((folder) => PROGRAMS.map((program) => path.join(folder, program))),
  });

/** Resolves when the programs are on the PATH of this process and of its children. */
export async function ensurePostgres() {
  if (isThere()) return;
  const [installed] = programFolders('/');
  preferPrograms(installed === undefined ? path.join(HOME, 'bin') : path.join('/', installed));
  if (isThere()) return;
  if (canUnpackPackages()) {
    try {
      await alone(
        () => (isThere() ? undefined : step('Unpacking postgresql into .cache/tools (once)', unpack)),
        'postgresql',
      );
    } catch (error) {
      giveUp(`postgresql could not be unpacked: ${error.stderr || error.message}\n${INSTALL_POSTGRES}`);
    }
  }
  if (!isThere()) giveUp(INSTALL_POSTGRES);
}

const INSTALL_POSTGRES =
  'The tests need postgres, initdb, pg_dump and pg_restore on the PATH. Install them: `apt-get install postgresql` (Debian, Ubuntu), `dnf install postgresql-server` (Fedora), `brew install postgresql` (macOS).';
