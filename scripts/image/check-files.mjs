// The files that the Dockerfile adds to its base image: which, their size, and who may change them.
import assert from 'node:assert/strict';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../setup.mjs';
import { pathsBelow } from './paths-below.mjs';

const USER_ID = 65_532;
const EVERYBODY_WRITES = 0o002;
const GROUP_WRITES = 0o020;
const OWNER_WRITES = 0o200;
const SET_ID = 0o6000;
/** Bytes above the base image. */
const MOST_BYTES = 265e6;
/** Folders of many files: their content is checked by another rule. */
const COLLAPSED = ['/app/node_modules', '/app/dist'];
const EXPECTED = JSON.parse(readFileSync(path.join(ROOT, 'docker', 'contents.json'), 'utf8'));

const entriesOf = (folder) =>
  pathsBelow(folder).map((name) => ({
    file: `/${name}`,
    stat: lstatSync(path.join(folder, name)),
  }));

/** Also true for a link whose target is missing. */
const isThere = (file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;
const isBelow = (file, folder) => file === folder || file.startsWith(`${folder}/`);

function isWritable({ stat: { mode, uid, gid } }) {
  return (
    (mode & EVERYBODY_WRITES) !== 0 ||
    (uid === USER_ID && (mode & OWNER_WRITES) !== 0) ||
    (gid === USER_ID && (mode & GROUP_WRITES) !== 0)
  );
}

/** Folders of the packages that a lock file wants in production, without optional ones. */
function productionPackages(lock) {
  return Object.entries(lock.packages)
    .filter(([name, entry]) => name !== '' && !entry.dev && !entry.optional && !entry.devOptional)
    .map(([name]) => name)
    .sort();
}

/**
 * Checks the root file system of a target against that of its base image. Yields a line for each fact.
 * @throws AssertionError naming the paths
 */
export function* checkFiles(name, { folder, volumes }, base) {
  const entries = entriesOf(folder);
  const setId = entries.filter(({ stat }) => stat.isFile() && (stat.mode & SET_ID) !== 0);
  assert.deepEqual(
    setId.map(({ file }) => file),
    [],
    'setuid or setgid',
  );
  const added = entries.filter(({ file }) => !isThere(path.join(base, file)));
  const listed = added
    .filter(({ file, stat }) => !stat.isDirectory() && !COLLAPSED.some((each) => isBelow(file, each)))
    .map(({ file }) => file)
    .sort();
  assert.deepEqual(listed, EXPECTED[name], 'the files above the base image (docker/contents.json)');
  const [app, ...others] = readdirSync(path.join(folder, 'app/dist'));
  assert.deepEqual([app, others], [name, []], 'the programs in dist');
  const lock = JSON.parse(readFileSync(path.join(folder, 'app/package-lock.json'), 'utf8'));
  const packages = productionPackages(lock);
  const present = Object.keys(lock.packages).filter(
    (each) => each !== '' && existsSync(path.join(folder, 'app', each)),
  );
  assert.deepEqual(present.sort(), packages, 'the packages');
  const writable = added.filter(
    (entry) =>
      !entry.stat.isSymbolicLink() &&
      isWritable(entry) &&
      !volumes.some((volume) => isBelow(entry.file, volume)),
  );
  assert.deepEqual(
    writable.map(({ file }) => file),
    [],
    'paths that the user may write',
  );
  const bytes = added.reduce((sum, { stat }) => sum + (stat.isFile() ? stat.size : 0), 0);
  assert(bytes < MOST_BYTES, `${bytes} bytes above the base image, at most ${MOST_BYTES}`);
  yield `${name}: ${listed.length} files above the base image besides its program, ${packages.length} packages, ${(bytes / 1e6).toFixed(1)} MB`;
  yield `${name}: no setuid file, nothing that its user may write${volumes.length === 0 ? '' : ` except ${volumes.join(', ')}`}`;
}
