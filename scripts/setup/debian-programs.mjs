// Programs that the tests need: the installed ones, or those of Debian packages unpacked into .cache/tools.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ensureCached } from './cached-tool.mjs';
import { answersVersion, canUnpackPackages, preferPrograms, unpackPackages } from './debian-packages.mjs';
import { CACHE } from './paths.mjs';
import { giveUp } from './terminal.mjs';

/** Debian installs a folder for each version of PostgreSQL, off the PATH. */
const POSTGRES_VERSIONS = path.join('usr', 'lib', 'postgresql');

/** Folders of PostgreSQL's programs below `root`, the newest version first. */
function postgresFolders(root) {
  const versions = path.join(root, POSTGRES_VERSIONS);
  if (!existsSync(versions)) return [];
  return readdirSync(versions)
    .sort((left, right) => Number(right) - Number(left))
    .map((version) => path.join(POSTGRES_VERSIONS, version, 'bin'));
}

/**
 * @param name of the package of Debian, and of the folder in .cache/tools
 * @param programs that all have to be on the PATH
 * @param folders of the programs below the root of a system
 * @param advice how to install it by hand
 * @returns a function that resolves when the programs are on the PATH of this process and of its children, and ends the
 *   script where they cannot be
 */
const debianPrograms =
  ({ name, others = [], programs, folders, versionFlag = '--version', advice }) =>
  async () => {
    const isThere = () => programs.every((program) => answersVersion(program, versionFlag));
    const folderIn = (root) =>
      folders(root).find((folder) =>
        programs.every((program) => existsSync(path.join(root, folder, program))),
      );
    if (isThere()) return;
    const installed = folderIn('/');
    if (installed !== undefined) preferPrograms(path.join('/', installed));
    if (isThere()) return;
    const home = path.join(CACHE, 'tools', name);
    preferPrograms(path.join(home, 'bin'));
    if (canUnpackPackages()) {
      const title = `Unpacking ${name} into .cache/tools`;
      const texts = { title, failure: `${name} could not be unpacked`, advice };
      await ensureCached({ home, name, isThere, ...texts }, (folder) =>
        unpackPackages(folder, [name, ...others], (files) =>
          programs.map((program) => path.join(folderIn(files), program)),
        ),
      );
    }
    if (!isThere()) giveUp(advice);
  };

/** A real Redis for the tests. */
export const ensureRedis = debianPrograms({
  name: 'redis-server',
  others: ['redis-tools'],
  programs: ['redis-server'],
  folders: () => ['usr/bin'],
  advice:
    'The tests need redis-server on the PATH. Install it: `apt-get install redis-server` (Debian, Ubuntu), `dnf install redis` (Fedora), `brew install redis` (macOS).',
});

/** A real PostgreSQL for the tests. */
export const ensurePostgres = debianPrograms({
  name: 'postgresql',
  programs: ['postgres', 'initdb', 'pg_dump', 'pg_restore'],
  folders: postgresFolders,
  advice:
    'The tests need postgres, initdb, pg_dump and pg_restore on the PATH. Install them: `apt-get install postgresql` (Debian, Ubuntu), `dnf install postgresql-server` (Fedora), `brew install postgresql` (macOS).',
});

/** A real load balancer for the specs of several replicas. */
export const ensureHaproxy = debianPrograms({
  name: 'haproxy',
  programs: ['haproxy'],
  folders: () => ['usr/sbin'],
  versionFlag: '-v',
  advice:
    'The specs of several replicas need haproxy on the PATH. Install it: `apt-get install haproxy` (Debian, Ubuntu), `dnf install haproxy` (Fedora), `brew install haproxy` (macOS).',
});

/** Prometheus and its rule checker for the specs of alerts and dashboard. */
export const ensurePrometheus = debianPrograms({
  name: 'prometheus',
  programs: ['prometheus', 'promtool'],
  folders: () => ['usr/bin'],
  advice:
    'The specs of alerts and dashboard need prometheus and promtool on the PATH. Install it: `apt-get install prometheus` (Debian, Ubuntu), `dnf install golang-github-prometheus` (Fedora), `brew install prometheus` (macOS).',
});

/** etcd for a cluster of Kubernetes. */
export const ensureEtcd = debianPrograms({
  name: 'etcd-server',
  programs: ['etcd'],
  folders: () => ['usr/bin'],
  advice:
    'The cluster needs etcd on the PATH. Install it: `apt-get install etcd-server` (Debian, Ubuntu), `brew install etcd` (macOS), or https://github.com/etcd-io/etcd/releases.',
});
