// The files that the Dockerfile adds to its base image: which, their size, and who may change them.
import assert from 'node:assert/strict';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ROOT } from '../../scripts/setup.mjs';
import { guidePages, guideSources, PICTURES, placeOfPicture } from '../../scripts/setup/guide/pages.mjs';
import { pathsBelow } from './paths-below.mjs';

const USER_ID = 65_532;
const EVERYBODY_WRITES = 0o002;
const GROUP_WRITES = 0o020;
const OWNER_WRITES = 0o200;
const SET_ID = 0o6000;
/** Bytes above the base image, most of them Node. */
const MOST_BYTES = 150e6;
const CONTENTS = JSON.parse(readFileSync(path.join(ROOT, 'docker', 'contents.json'), 'utf8'));
const CONSOLE_MANIFEST = '/app/dist/console/manifest.json';
const GUIDE = '/app/dist/guide';

/** The files that belong in the image: the names of those of the console follow from their content, its manifest has them. */
function expectedFiles(name, folder) {
  const files = CONTENTS[name];
  if (!files.includes(CONSOLE_MANIFEST)) return [...files].sort();
  const manifest = JSON.parse(readFileSync(path.join(folder, CONSOLE_MANIFEST), 'utf8'));
  const ofConsole = Object.keys(manifest.files)
    .map((file) => path.join(path.dirname(CONSOLE_MANIFEST), file))
    .flatMap((file) => [file, `${file}.br`, `${file}.gz`]);
  return [...files, ...ofConsole, ...guideFiles(folder)].sort();
}

/** The pages and pictures of the guide, and the one script and the one file of styles that its start page names. */
function guideFiles(folder) {
  const pictures = guideSources().filter((file) => file.startsWith(`${PICTURES}/`));
  const start = gunzipSync(readFileSync(path.join(folder, GUIDE, 'index.html.gz'))).toString();
  const hashed = start.match(/guide-[\w-]{8}\.(?:js|css)/g);
  const texts = [...guidePages().map(({ place }) => place), ...hashed].map((place) => `${place}.gz`);
  const places = [...texts, ...pictures.map(placeOfPicture)];
  return places.map((place) => path.join(GUIDE, place));
}

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
    .filter(({ stat }) => !stat.isDirectory())
    .map(({ file }) => file)
    .sort();
  assert.deepEqual(
    listed,
    expectedFiles(name, folder),
    'the files above the base image (docker/contents.json)',
  );
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
  assert(bytes < MOST_BYTES, `${name}: ${bytes} bytes above the base image, at most ${MOST_BYTES}`);
  yield `${name}: ${listed.length} files above the base image, ${(bytes / 1e6).toFixed(1)} MB`;
  yield `${name}: no setuid file, nothing that its user may write${volumes.length === 0 ? '' : ` except ${volumes.join(', ')}`}`;
}
