// `npm run package:starter`: puts the starter and the archive of its programs into dist/packages/starter, and packs the
// archive that is published. Arguments go to npm: `npm run package:starter -- --pack-destination FOLDER`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { giveUp, prepare, programFolder, ROOT } from './setup.mjs';
import { checkoutCommit } from './start/environment.mjs';

await prepare();

const SOURCE = path.join(ROOT, 'scripts', 'starter');
const PACKAGE = path.join(ROOT, 'dist', 'packages', 'starter');
/** The two that share most packages follow each other, within the window of the compression. */
const PROGRAMS = ['gateway', 'history', 'devchain'];
const NOTICES = 'LICENSES-OF-PACKAGES.txt';
/** Not used by a start: source maps, the program that compares a profile with a chain, and the one of archives. */
const LEFT_OUT = /\.map$|^(?:profile-check|archive)\.js$/;
/** Those of the guide, half a megabyte: its pages have their descriptions. */
const PICTURES = /[/\\]guide[/\\]pictures$/;

/** The parts of the scripts that a start needs: they keep their places, so that they find each other. */
const SCRIPTS = [
  ...['main.mjs', 'programs.mjs', 'starter.cjs'].map((file) => path.join('starter', file)),
  ...['start', 'terminal'],
  ...['install-failure', 'node-runtime', 'npm', 'paths', 'setup-lock', 'terminal', 'tools'].map((name) =>
    path.join('setup', `${name}.mjs`),
  ),
  path.join('setup', 'tools', 'node-runtime'),
];

/** Paths below dist of the files of a program. */
const filesOf = (app) =>
  readdirSync(programFolder(app), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !LEFT_OUT.test(entry.name) && !PICTURES.test(entry.parentPath))
    .map(({ parentPath, name }) =>
      path.join(app, path.relative(programFolder(app), path.join(parentPath, name))),
    )
    .sort();

/** Texts of the guide are compressed: the archive does it better, for all of them together. */
const COMPRESSED = /([/\\]guide[/\\].*)\.gz$/;

const isProgram = (name) => /^\w+[/\\][^/\\]+\.js$/.test(name);

/** The files with their places in the content, which has equal files once. */
function layOut(names) {
  const places = new Map();
  const parts = [];
  let end = 0;
  const files = names.map((name) => {
    const file = readFileSync(path.join(ROOT, 'dist', name));
    const part = COMPRESSED.test(name) ? gunzipSync(file) : file;
    const key = part.toString('latin1');
    if (!places.has(key)) {
      places.set(key, end);
      parts.push(part);
      end += part.length;
    }
    return { name: name.replace(COMPRESSED, '$1'), at: places.get(key), size: part.length };
  });
  return { files, content: Buffer.concat(parts) };
}

function writePrograms() {
  const names = PROGRAMS.flatMap(filesOf);
  const { files, content } = layOut([
    ...names.filter(isProgram),
    ...names.filter((name) => !isProgram(name)),
  ]);
  const archive = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 10,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  const list = JSON.stringify(files);
  const id = createHash('sha256').update(list).update(content).digest('hex').slice(0, 16);
  writeFileSync(path.join(PACKAGE, 'programs.br'), archive);
  writeFileSync(path.join(PACKAGE, 'programs.json'), `{"id":"${id}","files":${list}}\n`);
}

function writeManifest() {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const manifest = JSON.parse(readFileSync(path.join(SOURCE, 'package.json'), 'utf8'));
  const gitHead = checkoutCommit();
  const stated = { ...manifest, version, ...(gitHead && { gitHead }) };
  writeFileSync(path.join(PACKAGE, 'package.json'), `${JSON.stringify(stated, null, 2)}\n`);
}

rmSync(PACKAGE, { recursive: true, force: true });
mkdirSync(path.join(PACKAGE, 'notices'), { recursive: true });
for (const file of SCRIPTS)
  cpSync(path.join(ROOT, 'scripts', file), path.join(PACKAGE, 'scripts', file), { recursive: true });
cpSync(path.join(SOURCE, 'README.md'), path.join(PACKAGE, 'README.md'));
cpSync(path.join(ROOT, 'LICENSE'), path.join(PACKAGE, 'LICENSE'));
for (const app of PROGRAMS)
  cpSync(path.join(programFolder(app), NOTICES), path.join(PACKAGE, 'notices', `${app}.txt`));
writePrograms();
writeManifest();
const { status } = spawnSync('npm', ['pack', '--ignore-scripts', ...process.argv.slice(2)], {
  cwd: PACKAGE,
  stdio: 'inherit',
});
if (status !== 0) giveUp('npm pack failed.');
