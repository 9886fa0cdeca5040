// `npm run package:starter`: puts the starter and the archive of its programs into dist/packages/starter, and packs the
// archive that is published. Arguments go to npm: `npm run package:starter -- --pack-destination FOLDER`.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { giveUp, prepare, programFolder, ROOT } from './setup.mjs';
import { checkoutCommit } from './start/environment.mjs';
import { LARGE_WINDOW_BITS } from './setup/packed.mjs';
import { layOut, PROGRAMS } from './starter/lay-out.mjs';

await prepare();

const SOURCE = path.join(ROOT, 'scripts', 'starter');
const PACKAGE = path.join(ROOT, 'dist', 'packages', 'starter');
const NOTICES = 'LICENSES-OF-PACKAGES.txt';
/** Not used by a start: source maps, and the programs of profiles, of archives and of SQL. */
const LEFT_OUT = /\.map$|^(?:profile-check|archive|sql)\.js$/;
/** The parts of the scripts that a start needs: they keep their places, so that they find each other. */
const SCRIPTS = [
  ...['main.mjs', 'programs.mjs', 'starter.cjs'].map((file) => path.join('starter', file)),
  ...['start', 'terminal'],
  ...['install-failure', 'node-runtime', 'npm', 'packed', 'paths', 'setup-lock', 'terminal', 'tools'].map(
    (name) => path.join('setup', `${name}.mjs`),
  ),
  path.join('setup', 'tools', 'node-runtime'),
];

/**
 * The one of what is published. STARTER_QUALITY=5 of a spec takes a twentieth of the time and makes an archive that is a
 * seventh larger.
 */
const QUALITY = Number(process.env.STARTER_QUALITY ?? 10);

function writePrograms() {
  const { id, files, content } = layOut(LEFT_OUT);
  const archive = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      // Beyond the usual 16 MiB: programs that share packages are further apart, which is 4 % of the archive.
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: LARGE_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  writeFileSync(path.join(PACKAGE, 'programs.br'), archive);
  writeFileSync(path.join(PACKAGE, 'programs.json'), `${JSON.stringify({ id, files })}\n`);
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
