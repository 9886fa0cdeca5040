// `npm run package:NAME`: packs the archive of a package that is published into dist/packages/NAME. Arguments go to npm:
// `npm run package:client -- --pack-destination FOLDER`.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeLibrary } from './packages/library.mjs';
import { ensureInstalled, giveUp, prepare, ROOT } from './setup.mjs';

const copy = (source, target, files) => {
  for (const file of files) cpSync(path.join(ROOT, source, file), path.join(target, file));
};

/** libs/client has settings of its own for the compiler: browsers run it. */
function writeClient(target) {
  const compiler = path.join(ROOT, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const source = path.join(ROOT, 'libs', 'client');
  run(process.execPath, [compiler, '-p', source, '--outDir', path.join(target, 'dist')], ROOT);
  copy('libs/client', target, ['package.json', 'README.md', 'LICENSE']);
}

/** One file, which the build made. */
function writeSigner(target) {
  copy('dist/signer', target, ['main.js', 'LICENSES-OF-PACKAGES.txt']);
  copy('apps/signer', target, [
    ...['package.json', 'README.md', 'LICENSE', 'chain-tool-signer.service'],
    ...['policy.schema.json', 'server.json', 'signer.cjs'],
  ]);
}

/** By name: what has to be there first, and what writes the content of the package into an empty folder. */
const PACKAGES = {
  client: [() => ensureInstalled('all'), writeClient],
  signer: [() => prepare(), writeSigner],
  'chain-client': [
    () => ensureInstalled('all'),
    (target) => writeLibrary(path.join(ROOT, 'libs', 'upstream'), target),
  ],
  'nest-tools': [
    () => ensureInstalled('all'),
    (target) => writeLibrary(path.join(ROOT, 'libs', 'tooling'), target),
  ],
};

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) giveUp(`${command} ${args[0]} failed.`);
}

async function main([name, ...stated]) {
  if (!Object.hasOwn(PACKAGES, name)) giveUp(`"${name}" is none of ${Object.keys(PACKAGES).join(', ')}.`);
  const [prepareFor, write] = PACKAGES[name];
  await prepareFor();
  const folder = path.join(ROOT, 'dist', 'packages', name);
  // Of this process: several may pack at a time.
  const target = `${folder}.${process.pid}`;
  process.on('exit', () => rmSync(target, { recursive: true, force: true }));
  mkdirSync(target, { recursive: true });
  await write(target);
  if (stated.length === 0) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const destination = stated.length === 0 ? ['--pack-destination', folder] : stated;
  run('npm', ['pack', '--ignore-scripts', ...destination], target);
}

main(process.argv.slice(2)).catch((error) => giveUp(`The package was not made: ${error.message}`));
